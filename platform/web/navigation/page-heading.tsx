import { type ReactNode, useEffect, useRef } from 'react';

let isFirstPage = true;

/**
 * The heading of a page. It takes the focus after a navigation, so that keyboards and screen readers continue from
 * there; not from who is typing, nor from a tab.
 */
export function PageHeading({ children, className }: { children: ReactNode; className?: string }) {
  const ref = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    const isInUse = document.activeElement?.matches('input, [role=tab]') ?? false;
    if (!isFirstPage && !isInUse) ref.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);

  return (
    <h1 ref={ref} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
