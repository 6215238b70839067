import type { RecalledDelivery } from '#areas/kitchen/calls/recall.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { formatPhone } from '#areas/business/rules/australian-phone.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';

type RecalledTableProps = { title: string; deliveries: readonly RecalledDelivery[] };

export function RecalledTable({ title, deliveries }: RecalledTableProps) {
  return (
    <DataTable
      caption={`${title} deliveries`}
      columns={COLUMNS}
      rows={deliveries}
      keyOf={({ deliveryId }) => deliveryId}
    />
  );
}

const COLUMNS: Column<RecalledDelivery>[] = [
  {
    name: 'when',
    header: 'Delivery',
    cell: ({ date, timeSlot }) => `${formatDate(date)}, ${windowLabel(timeSlot)}`,
  },
  { name: 'order', header: 'Order', cell: ({ orderNumber }) => orderNumber },
  { name: 'status', header: 'State', cell: ({ status }) => status },
  {
    name: 'meals',
    header: 'Meals',
    cell: ({ meals }) =>
      meals
        .map(({ name, portions }) => (portions === 1 ? name : `${portions} × ${name}`))
        .join(', '),
  },
  {
    name: 'phone',
    header: 'Phone',
    cell: ({ customer, recipient }) => (
      <span className="grid gap-1">
        {recipient && <Contact {...recipient} part="got it" />}
        <Contact {...customer} part={recipient ? 'ordered it' : null} />
      </span>
    ),
  },
];

type ContactProps = { name: string; phone: string; part: string | null };

function Contact({ name, phone, part }: ContactProps) {
  return (
    <span>
      {name}
      {part !== null && ` (${part})`}{' '}
      <a
        href={`tel:${phone}`}
        className="inline-flex min-h-12 items-center font-semibold whitespace-nowrap text-primary underline"
      >
        {formatPhone(phone)}
      </a>
    </span>
  );
}
