import { useState } from 'react';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { serviceOf } from '#areas/business/rules/services.ts';
import {
  dayThatKeepsAll,
  type Swap,
  swapForKeeping,
} from '#areas/checkout/rules/draft/meals-past-keeping.ts';
import { pastKeepingIn } from '#areas/checkout/rules/draft/past-keeping-in.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useOrder } from './order-context.tsx';
import { hasOpenWindow } from './deliveries.ts';
import { PersonName } from '#platform/web/ui/person-name.tsx';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { deliveryDatesOf } from '#areas/order-book/rules/order-draft.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';

/** What to do about meals that would spoil before their day: swap them, or have all delivered on a day that suits them. */
export function FreshnessWays() {
  const { draft, dispatch, facts, week, menu } = useOrder();
  const [isSwapping, setIsSwapping] = useState(false);
  const past = pastKeepingIn(draft, menu.find, facts);
  const open = week.days.map(({ date }) => date).filter((date) => hasOpenWindow(week, date));
  const day = dayThatKeepsAll(draft.people, open, menu.find, facts);
  return (
    <>
      <Button size="small" onClick={() => setIsSwapping(true)}>
        {past.length === 1 ? 'Swap it' : 'Swap them'}
      </Button>
      {day !== null && (
        <Button
          variant="secondary"
          size="small"
          onClick={() => dispatch({ type: 'weekly day chosen', day })}
        >
          Move the day to {formatDayAndMonth(day)}
        </Button>
      )}
      <SwapMealsDialog open={isSwapping} onClose={() => setIsSwapping(false)} />
    </>
  );
}

function SwapMealsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { draft, dispatch, facts, menu } = useOrder();
  const { people, swaps } = open
    ? swapForKeeping(draft.people, deliveryDatesOf(draft, facts), menu, facts)
    : { people: draft.people, swaps: [] };
  const count = swaps.filter(({ toId }) => toId !== null).length;
  const isAnyLeft = count < swaps.length;

  function swap() {
    const words = count === 1 ? '1 meal swapped' : `${count} meals swapped`;
    dispatch({ type: 'meals replaced', people, words });
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Meals that keep until their day"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={count === 0} onClick={swap}>
            {count === 1 ? 'Swap 1 meal' : `Swap ${count} meals`}
          </Button>
        </>
      }
    >
      <ul className="grid gap-3">
        {swaps.map((one) => (
          <SwapLine
            key={`${one.personIndex} ${one.at}`}
            swap={one}
            personName={draft.people[one.personIndex]?.name ?? ''}
          />
        ))}
      </ul>
      {isAnyLeft && (
        <p className="mt-3">
          Nothing else on the menu keeps until then: take it off or choose another day.
        </p>
      )}
    </Dialog>
  );
}

function SwapLine({ swap, personName }: { swap: Swap; personName: string }) {
  const { menu, facts } = useOrder();
  const to = swap.toId === null ? undefined : menu.find(swap.toId);
  return (
    <li className="grid gap-0.5 border-b border-line pb-3 last:border-0">
      <span className="text-sm text-ink-soft">
        <PersonName name={personName} />, {formatDayAndMonth(swap.date)},{' '}
        {serviceOf(swap.mealType, facts).name}
      </span>
      <MealLine word="Instead of" meal={menu.find(swap.mealId)} />
      {to ? <MealLine word="now" meal={to} /> : <strong>nothing that keeps</strong>}
    </li>
  );
}

function MealLine({ word, meal }: { word: string; meal: MealReply | undefined }) {
  if (!meal) return null;
  return (
    <span className="flex flex-wrap gap-x-2">
      <span>
        {word} <strong>{meal.name}</strong>
      </span>
      <span className="whitespace-nowrap text-ink-soft tabular-nums">
        {meal.calories} Cal, ${meal.price}
      </span>
    </span>
  );
}
