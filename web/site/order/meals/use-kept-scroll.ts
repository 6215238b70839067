import { type RefCallback, useCallback, useEffect, useRef } from 'react';
import type { MealType } from '#domain/menu/meal.ts';
import type { OpenCell } from './use-open-cell.ts';

/** The menu opens where it was left, lunches and dinners each. */
export function useKeptScroll(pick: OpenCell | null): RefCallback<HTMLDivElement> {
  const kept = useRef<Record<MealType, number>>({ lunch: 0, dinner: 0 });
  const body = useRef<HTMLDivElement>(null);
  const mealType = pick?.mealType;
  const shown = useRef(mealType);

  // After the dialog has been shown: nothing that is hidden can scroll.
  useEffect(() => {
    shown.current = mealType;
    if (body.current && mealType) body.current.scrollTop = kept.current[mealType];
  }, [mealType]);

  return useCallback((element) => {
    body.current = element;
    if (!element) return undefined;
    const keep = () => {
      if (shown.current) kept.current[shown.current] = element.scrollTop;
    };
    element.addEventListener('scroll', keep, { passive: true });
    return () => {
      element.removeEventListener('scroll', keep);
      body.current = null;
    };
  }, []);
}
