import type { ReactNode } from 'react';
import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { Price } from '#platform/web/ui/price.tsx';
import { SummarySection } from './summary-section.tsx';

export function SummaryCosts({ quote }: { quote: QuoteReply }) {
  const meals = quote.items.length;
  return (
    <SummarySection title="What it costs">
      <dl className="grid gap-2">
        <Line label={meals === 1 ? '1 meal' : `${meals} meals`} amount={quote.subtotal} />
        {quote.fees.map((fee) => (
          <Line key={fee.personName} label={`Delivery, ${fee.reason}`} amount={fee.amount} />
        ))}
        {quote.offers.map((offer) => (
          <Line
            key={offer.code}
            label={<strong className="text-success">{offer.reason}</strong>}
            amount={offer.amount}
          />
        ))}
        <Line label="Tax" amount={quote.tax} />
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2 text-lg font-semibold">
          <dt>Total</dt>
          <dd>
            <Price amount={quote.total} />
          </dd>
        </div>
      </dl>
      {quote.offerRefused && <p className="text-sm">{quote.offerRefused}</p>}
      {quote.fees.length > 1 && (
        <p className="text-sm text-ink-soft">
          Delivery is charged for each person, even when you share a delivery: each person’s meals
          are packed and labelled separately.
        </p>
      )}
    </SummarySection>
  );
}

function Line({ label, amount }: { label: ReactNode; amount: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt>{label}</dt>
      <dd>
        <Price amount={amount} />
      </dd>
    </div>
  );
}
