import { type RefObject, useEffect, useRef } from 'react';

/**
 * For the element that says what came of a tap: it takes the focus, and is in view, whenever there is another result. The
 * button that was pressed is often gone by then, and whoever can't see the page would start again at its top. `result`: null
 * or undefined while there is none. What was there from the start is left alone.
 */
export function useResultFocus<Element extends HTMLElement>(
  result: unknown,
): RefObject<Element | null> {
  const ref = useRef<Element>(null);
  const before = useRef(result);
  useEffect(() => {
    if (Object.is(before.current, result)) return;
    before.current = result;
    if (result === null || result === undefined) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  return ref;
}
