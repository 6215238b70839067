import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { MealCloser } from './meal-closer.tsx';

type Closer = typeof MealCloser;

/** The sheet of a meal, whose code comes with the first look at one; where it doesn't come, the look ends. */
export function useLookCloser(
  /** Null: closed. */
  meal: MealReply | null,
  { onClose, actions }: Pick<ComponentProps<Closer>, 'onClose' | 'actions'>,
): ReactNode {
  const [Sheet, setSheet] = useState<Closer | null>(null);
  const isNeeded = meal !== null && Sheet === null;

  useEffect(() => {
    if (!isNeeded) return;
    import('./meal-closer.tsx').then(({ MealCloser: loaded }) => setSheet(() => loaded), onClose);
  }, [isNeeded, onClose]);

  return Sheet && <Sheet meal={meal} onClose={onClose} actions={actions} />;
}
