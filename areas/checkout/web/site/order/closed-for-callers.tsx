import { saleSentence } from '#areas/business/rules/sale-state.ts';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import { type BusinessFacts } from '#areas/business/rules/facts.ts';
import { windowsOfWeekday } from '#areas/business/rules/offered-windows.ts';
import { weekdayOf } from '#platform/rules/plain-date.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

type ClosedForCallersProps = {
  week: OrderingWeekReply;
  facts: BusinessFacts;
  onSellAllTheSame: () => void;
};

/** Staff with a caller are asked before they sell what the public cannot order. */
export function ClosedForCallers({ week, facts, onSellAllTheSame }: ClosedForCallersProps) {
  return (
    <main className="mx-auto w-full max-w-3xl px-4 py-8">
      <Notice tone="warning" title="The kitchen is closed. Sell all the same?" announce="polite">
        <p>{saleSentence(week.sale, facts)}</p>
        {week.sale.state === 'break' && (
          <p>Nobody cooks on days that you are closed. Make sure that someone can deliver.</p>
        )}
        <div>
          <Button size="small" onClick={onSellAllTheSame}>
            Sell all the same
          </Button>
        </div>
      </Notice>
    </main>
  );
}

/** The week and the facts for staff who sell all the same: only what is full or switched off stays closed. */
export function soldAllTheSame(
  week: OrderingWeekReply,
  facts: BusinessFacts,
): { week: OrderingWeekReply; facts: BusinessFacts } {
  if (week.sale.state === 'open') return { week, facts };
  const days = week.days.map((day) => ({
    ...day,
    windows: windowsOfWeekday(facts, weekdayOf(day.date)).map((timeSlot) => {
      const known = day.windows.find((window) => window.timeSlot === timeSlot);
      if (!known) return { timeSlot, open: true, placesLeft: null };
      return { ...known, open: known.reason === 'before' || known.reason === 'ended' };
    }),
  }));
  return { week: { ...week, days }, facts: { ...facts, closures: [] } };
}
