import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';

type ResultPlaceProps = {
  /** What came of a tap; null, undefined or false while there is nothing. */
  result: unknown;
  children: ReactNode;
  id?: string;
  className?: string;
};

/**
 * Where it is said what came of a tap: it takes the focus, and is in view, whenever there is another result. The button
 * that was pressed is often gone by then, and anyone who can't see the page would start again at its top. What was there from
 * the start is left alone.
 */
export function ResultPlace({ result, children, id, className }: ResultPlaceProps) {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef(result);
  useLayoutEffect(() => {
    if (Object.is(before.current, result)) return;
    before.current = result;
    if (result === null || result === undefined || result === false) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  return (
    <div ref={ref} id={id} tabIndex={-1} className={classNames('outline-none', className)}>
      {children}
    </div>
  );
}

/** After a form was sent that lacks something: at the first of what it lacks. */
export function focusMissing(form: Element): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[data-invalid] input')?.focus());
}

/** After what was pressed is gone and nothing else says more: on from the heading of the page. */
export function focusPageHeading(): void {
  requestAnimationFrame(() => {
    const heading = document.querySelector<HTMLElement>('main h1, h1');
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'nearest' });
  });
}
