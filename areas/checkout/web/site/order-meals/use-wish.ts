import { useEffect, useRef, useState } from 'react';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { useNavigate, useSearchParams } from '#platform/web/navigation/address.ts';
import { orderStep } from '#platform/web/navigation/paths.ts';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import { firstEmptyDay } from './next-empty-cell.ts';
import type { OpenCell } from './use-open-cell.ts';

/**
 * The meal that the customer came with, from its page: the picker opens where its kind is first missing, with this meal
 * on top. Null without one.
 */
export function useWish(openPick: (cell: OpenCell) => void): MealReply | null {
  const { menu, draft, week } = useOrder();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [wish] = useState(() => menu.meals.find(({ slug }) => slug === search.get('meal')) ?? null);
  const isFollowed = useRef(false);

  useEffect(() => {
    if (!wish || isFollowed.current) return;
    isFollowed.current = true;
    const days = week.days.map(({ date }) => date);
    const cells = draft.people.flatMap((person, personIndex): OpenCell[] => {
      const date = firstEmptyDay(person, days, wish.mealType);
      return date ? [{ personIndex, date, mealType: wish.mealType }] : [];
    });
    const [first] = cells;
    // Closing the picker, or a reload, must not open it again.
    void Promise.resolve(navigate(orderStep({ step: 2 }), { replace: true })).then(() => {
      if (first) openPick(first);
    });
  }, [wish, draft.people, week.days, navigate, openPick]);

  return wish;
}
