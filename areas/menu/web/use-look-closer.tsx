import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { MealCloser } from './meal-closer.tsx';

type Closer = typeof MealCloser;

/**
 * The sheet of a meal, whose code comes with the first look at one. `sheet` belongs anywhere on the page; `lookAt` says
 * whether it could be opened.
 */
export function useLookCloser(actions: ComponentProps<Closer>['actions']): {
  sheet: ReactNode;
  lookAt: (meal: MealReply) => Promise<boolean>;
} {
  const [Sheet, setSheet] = useState<Closer | null>(null);
  const [meal, setMeal] = useState<MealReply | null>(null);
  const latest = useRef<MealReply | null>(null);
  const close = () => {
    latest.current = null;
    setMeal(null);
  };

  async function lookAt(looked: MealReply): Promise<boolean> {
    latest.current = looked;
    try {
      const { MealCloser: loaded } = await import('./meal-closer.tsx');
      setSheet(() => loaded);
    } catch {
      return false;
    }
    // Someone may have tapped another meal while the code was on its way.
    setMeal(latest.current);
    return true;
  }

  return {
    sheet: Sheet && <Sheet meal={meal} onClose={close} actions={actions} />,
    lookAt,
  };
}
