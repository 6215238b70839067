import type { DisputeReply } from '#areas/payments/calls/admin-payments.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { Price } from '#platform/web/ui/price.tsx';
import { describeDispute, describeDisputeReason } from './describe-payments.ts';
import { OverviewSection } from './overview-section.tsx';
import { OrderLink } from '#areas/order-book/web/order-link.tsx';

/** Customers who asked their bank for the money back. */
export function DisputeList({ disputes }: { disputes: readonly DisputeReply[] }) {
  const formatInstant = useFormatInstant();
  if (disputes.length === 0) return null;
  const open = disputes.filter(({ isOpen }) => isOpen).length;
  const columns: Column<DisputeReply>[] = [
    {
      name: 'order',
      header: 'Order',
      cell: ({ orderId, orderNumber }) =>
        orderId !== null && orderNumber !== null ? (
          <OrderLink id={orderId} orderNumber={orderNumber} />
        ) : (
          'Not one of ours'
        ),
    },
    {
      name: 'amount',
      header: 'Amount',
      align: 'end',
      cell: ({ amount }) => <Price amount={amount} />,
    },
    { name: 'reason', header: 'Reason', cell: (dispute) => describeDisputeReason(dispute) },
    {
      name: 'state',
      header: 'Status',
      cell: (dispute) => (
        <span className={dispute.isOpen ? 'font-semibold text-danger' : undefined}>
          {describeDispute(dispute)}
        </span>
      ),
    },
    {
      name: 'due',
      header: 'Respond by',
      cell: ({ dueBy, isOpen }) => (isOpen && dueBy !== null ? formatInstant(dueBy) : 'No date'),
    },
  ];
  return (
    <OverviewSection
      title={open > 0 ? `Disputes (${open} open)` : 'Disputes'}
      about="A customer asked their bank for the money back. Respond in the card provider’s dashboard. Order and delivery stay as they are, and nothing can be refunded while a dispute is open."
    >
      <DataTable
        caption="Disputes, newest first"
        columns={columns}
        rows={disputes}
        keyOf={({ id }) => id}
        isFaded={({ isOpen }) => !isOpen}
      />
    </OverviewSection>
  );
}
