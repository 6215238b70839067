import { type RefCallback, useCallback, useEffect, useRef } from 'react';
import type { OpenCell } from './use-open-cell.ts';

/**
 * The menu opens where it was left, lunches and dinners each. Another person's menu is in another order, and begins at
 * its top.
 */
export function useKeptScroll(pick: OpenCell | null): RefCallback<HTMLDivElement> {
  const kept = useRef(new Map<string, number>());
  const body = useRef<HTMLDivElement>(null);
  const menu = pick && `${pick.personIndex} ${pick.mealType}`;
  const shown = useRef(menu);

  // After the dialog has been shown: nothing that is hidden can scroll.
  useEffect(() => {
    shown.current = menu;
    if (body.current && menu) body.current.scrollTop = kept.current.get(menu) ?? 0;
  }, [menu]);

  return useCallback((element) => {
    body.current = element;
    if (!element) return undefined;
    const keep = () => {
      if (shown.current) kept.current.set(shown.current, element.scrollTop);
    };
    element.addEventListener('scroll', keep, { passive: true });
    return () => {
      element.removeEventListener('scroll', keep);
      body.current = null;
    };
  }, []);
}
