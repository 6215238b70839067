import { useState } from 'react';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { dayThatKeepsAll } from '#areas/checkout/rules/draft/meals-past-keeping.ts';
import { pastKeepingIn } from '#areas/checkout/rules/draft/past-keeping-in.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useOrder } from './order-context.tsx';
import { hasOpenWindow } from './deliveries.ts';
import { SwapMealsDialog } from './swap-meals-dialog.tsx';

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
