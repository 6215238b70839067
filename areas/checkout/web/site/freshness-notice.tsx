import { useState } from 'react';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { dayThatKeepsAll } from '#areas/checkout/rules/draft/meals-past-keeping.ts';
import { pastKeepingIn } from '#areas/checkout/rules/draft/past-keeping-in.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { useOrder } from './order-context.tsx';
import { hasOpenWindow } from './deliveries.ts';
import { SwapMealsDialog } from './swap-meals-dialog.tsx';

/** Where a link to what would not keep leads. */
export const FRESHNESS_ID = 'freshness';

/** Meals that would spoil before their day: swapped, or delivered on a day that suits them all. */
export function FreshnessNotice() {
  const { draft, dispatch, facts, week, menu } = useOrder();
  const [isSwapping, setIsSwapping] = useState(false);
  const past = pastKeepingIn(draft, menu.find, facts);
  if (past.length === 0) return null;
  const open = week.days.map(({ date }) => date).filter((date) => hasOpenWindow(week, date));
  const day = dayThatKeepsAll(draft.people, open, menu.find, facts);
  return (
    <div id={FRESHNESS_ID} tabIndex={-1} className="outline-none">
      <Notice tone="warning" title={wouldNotKeep(past.length)} announce="polite">
        <div className="flex flex-wrap gap-2">
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
        </div>
      </Notice>
      <SwapMealsDialog open={isSwapping} onClose={() => setIsSwapping(false)} />
    </div>
  );
}

export function wouldNotKeep(count: number): string {
  return count === 1 ? '1 meal would not keep.' : `${count} meals would not keep.`;
}
