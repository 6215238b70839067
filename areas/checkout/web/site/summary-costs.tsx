import type { ReactNode } from 'react';
import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { taxLine } from '#areas/business/rules/tax-line.ts';
import { OWN_BAG } from '#areas/order-book/rules/order-pricing.ts';
import { Price } from '#platform/web/ui/price.tsx';
import { useOrder } from './order-context.tsx';
import { SummarySection } from './summary-section.tsx';

export function SummaryCosts({ quote }: { quote: QuoteReply }) {
  const { facts } = useOrder();
  const meals = quote.items.length;
  return (
    <SummarySection title="What it costs">
      <dl className="grid gap-2">
        <Line label={meals === 1 ? '1 meal' : `${meals} meals`} amount={quote.subtotal} />
        {quote.deliveryLines.map(({ label, amount }) => (
          <Line
            key={label}
            label={
              amount.startsWith('-') ? <strong className="text-success">{label}</strong> : label
            }
            amount={amount}
          />
        ))}
        <Line {...taxLine(facts, quote)} />
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2 text-lg font-semibold">
          <dt>Total</dt>
          <dd>
            <Price amount={quote.total} />
          </dd>
        </div>
      </dl>
      {quote.offerRefused && <p className="text-sm">{quote.offerRefused}</p>}
      {quote.fees.length > 1 && <p className="text-sm text-ink-soft">{OWN_BAG}</p>}
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
