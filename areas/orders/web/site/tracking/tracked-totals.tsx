import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { taxLine } from '#areas/business/rules/tax-line.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { AmountList } from '#platform/web/ui/layout/amount-list.tsx';

/** What the order costs, and what of it is still to pay. */
export function TrackedTotals({ order }: { order: TrackedOrderReply }) {
  const { business } = useConfig();
  const lines = [
    { label: 'Meals', amount: order.subtotal },
    ...order.deliveryLines,
    taxLine(business, order),
  ];
  return (
    <section className="grid content-start gap-2">
      <h3 className="text-lg">{order.owed === null ? 'What you paid' : 'What it costs'}</h3>
      <AmountList lines={lines} total={order.total} />
      {order.owed !== null && (
        <p className="font-semibold">{amountInDollars(order.owed)} of it is still to pay.</p>
      )}
    </section>
  );
}
