import { isFoundBy } from '#platform/rules/search-key.ts';
import type { SupplierReply } from '#areas/recipes/calls/suppliers.ts';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useQuery } from '@tanstack/react-query';
import { weekdayName } from '#platform/rules/plain-date.ts';
import { suppliersQuery } from '#areas/recipes/web/portal/suppliers-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { Link } from '#platform/web/navigation/link.tsx';

type SupplierListProps = { search: string; linkTo: (id: number) => string };

export function SupplierList({ search, linkTo }: SupplierListProps) {
  return (
    <Loaded query={useQuery(suppliersQuery)} what="the suppliers">
      {({ suppliers }) => (
        <Suppliers
          suppliers={suppliers.filter(({ name }) => isFoundBy(search, name))}
          linkTo={linkTo}
        />
      )}
    </Loaded>
  );
}

type SuppliersProps = Pick<SupplierListProps, 'linkTo'> & { suppliers: readonly SupplierReply[] };

function Suppliers({ suppliers: found, linkTo }: SuppliersProps) {
  if (found.length === 0) {
    return <EmptyState title="No suppliers found">Change the search, or add one.</EmptyState>;
  }
  return (
    <DataTable
      caption="Suppliers"
      rows={found}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'name',
          header: 'Name',
          isPlain: true,
          cell: ({ id, name }) => (
            <Link
              to={linkTo(id)}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {name}
            </Link>
          ),
        },
        {
          name: 'days',
          header: 'Delivers',
          cell: ({ deliveryWeekdays }) => weekdaysText(deliveryWeekdays),
        },
        { name: 'email', header: 'Orders to', cell: ({ email }) => email || 'no email' },
        { name: 'packs', header: 'Packs', align: 'end', cell: ({ packs }) => packs.length },
      ]}
    />
  );
}

/** "Mon, Wed, Fri". */
function weekdaysText(isoWeekdays: readonly number[]): string {
  if (isoWeekdays.length === 0) return 'not entered';
  return isoWeekdays.map((day) => weekdayName(day % 7).slice(0, 3)).join(', ');
}
