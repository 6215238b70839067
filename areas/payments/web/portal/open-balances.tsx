import type { OpenBalanceReply } from '#areas/payments/calls/admin-payments.ts';
import { OrderLink } from '#areas/order-book/web/order-link.tsx';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { describeBalance } from './describe-payments.ts';
import { OverviewSection } from './overview-section.tsx';

const COLUMNS: Column<OpenBalanceReply>[] = [
  {
    name: 'order',
    header: 'Order',
    cell: ({ orderId, orderNumber }) => <OrderLink id={orderId} orderNumber={orderNumber} />,
  },
  { name: 'balance', header: 'Balance', cell: describeBalance },
];

/** Orders whose money is not what they cost. */
export function OpenBalances({ balances }: { balances: readonly OpenBalanceReply[] }) {
  if (balances.length === 0) return null;
  return (
    <OverviewSection
      title="Open balances"
      about="These orders were changed after they were paid. Open each one to refund the difference, or ask the customer for what is missing."
    >
      <DataTable
        caption="Orders with an open balance"
        columns={COLUMNS}
        rows={balances}
        keyOf={({ orderId }) => String(orderId)}
      />
    </OverviewSection>
  );
}
