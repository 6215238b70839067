import { saleSentence } from '#areas/business/rules/sale-state.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';

type ClosedForCallersProps = {
  week: OrderingWeekReply;
  facts: BusinessFacts;
  onSellAllTheSame: () => void;
};

/**
 * Staff with a caller are asked before they sell what the public cannot order. Joined with the order page, it would be in
 * the first load of /order.
 */
export function ClosedForCallers({ week, facts, onSellAllTheSame }: ClosedForCallersProps) {
  return (
    <main className="mx-auto w-full max-w-3xl px-4 py-8">
      <Notice tone="warning" title="The kitchen is closed. Sell all the same?" announce="polite">
        <p>{saleSentence(week.sale, facts) || 'We’re not open to the public.'}</p>
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
