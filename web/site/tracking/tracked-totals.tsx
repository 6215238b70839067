import type { TrackedOrderReply } from '#contract/orders.ts';
import { formatAmount, includedGst, parseAmount } from '#domain/money.ts';
import { useConfig } from '#web/api/page-data.ts';
import { Card } from '#web/ui/card.tsx';
import { Price } from '#web/ui/price.tsx';

export function TrackedTotals({ order }: { order: TrackedOrderReply }) {
  const { gstRegistered } = useConfig().business;
  const lines = [
    { label: 'Meals', amount: order.subtotal },
    ...order.deliveryLines,
    ...(gstRegistered ? [] : [{ label: 'Tax', amount: order.tax }]),
  ];
  return (
    <Card as="section" className="grid content-start gap-2">
      <h2 className="text-xl">What you paid</h2>
      <dl className="grid gap-1">
        {lines.map(({ label, amount }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt>{label}</dt>
            <dd>
              <Price amount={amount} />
            </dd>
          </div>
        ))}
        <div className="mt-1 flex justify-between gap-4 border-t border-line pt-2 text-lg font-semibold">
          <dt>Total</dt>
          <dd>
            <Price amount={order.total} />
          </dd>
        </div>
      </dl>
      {gstRegistered && (
        <p className="text-sm text-ink-soft">
          Includes GST of ${formatAmount(includedGst(parseAmount(order.total) ?? 0))}.
        </p>
      )}
    </Card>
  );
}
