import { CustomerPage } from './customer-page.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ListPage, useAddressValue, useSort } from '#platform/web/portal/list-page.tsx';
import {
  CUSTOMER_SORTS,
  type CustomerSummary,
  exportCustomers,
} from '#areas/customers/calls/customers.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { customersQuery } from './customers-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { ConfirmedDownload } from '#platform/web/navigation/confirmed-download.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { type Column, DataTable, type Sorted } from '#platform/web/ui/layout/data-table.tsx';
import { EmailAddress } from '#platform/web/ui/layout/change-list.tsx';
import { callForFile } from '#platform/web/api/client.ts';

export function CustomersTab() {
  const [params] = useSearchParams();
  const named = params.get('customer');
  return named !== null && /^[1-9]\d{0,9}$/.test(named) ? (
    <CustomerPage key={named} id={Number(named)} />
  ) : (
    <CustomerList />
  );
}

function CustomerList() {
  const mayDownload = useMayDo('manageSystem');
  const [q] = useAddressValue('q');
  const { known, sorted } = useSort(CUSTOMER_SORTS);
  const list = useInfiniteQuery({ ...customersQuery(q, known), placeholderData: keepPreviousData });
  return (
    <ListPage
      what="the customers"
      actions={
        mayDownload && (
          <ConfirmedDownload
            fetchFile={() => callForFile(exportCustomers, {})}
            done="Customers Downloaded"
          >
            Download CSV
          </ConfirmedDownload>
        )
      }
      search="Search name, email, phone, order or address"
      list={list}
      rowsOf={({ pages }) => pages.flatMap(({ customers }) => customers)}
      empty={
        q === '' ? (
          <EmptyState title="No customers yet">
            <p>They appear here with their first order.</p>
          </EmptyState>
        ) : (
          <EmptyState title="No customers match your search" />
        )
      }
      more="customers"
    >
      {(customers) => <CustomerTable customers={customers} sorted={sorted} />}
    </ListPage>
  );
}

type CustomerTableProps = { customers: readonly CustomerSummary[]; sorted: Sorted };

function CustomerTable({ customers, sorted }: CustomerTableProps) {
  const formatInstant = useFormatInstant();
  const columns: Column<CustomerSummary>[] = [
    {
      name: 'name',
      header: 'Name',
      sorts: 'up',
      cell: ({ id, name }) => (
        <Link
          to={paths.admin({ tab: 'customers', customer: id })}
          className="font-semibold underline underline-offset-4 max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {name}
        </Link>
      ),
    },
    { name: 'email', header: 'Email', cell: ({ email }) => <EmailAddress address={email} /> },
    {
      name: 'phone',
      header: 'Phone',
      cell: ({ phone }) => <span className="whitespace-nowrap">{formatPhone(phone)}</span>,
    },
    { name: 'suburb', header: 'Suburb', sorts: 'up', cell: ({ suburb }) => suburb },
    { name: 'orders', header: 'Orders', align: 'end', sorts: 'down', cell: ({ orders }) => orders },
    {
      name: 'last',
      header: 'Last order',
      sorts: 'down',
      cell: ({ lastOrderAt }) => formatInstant(lastOrderAt),
    },
  ];
  return (
    <DataTable
      caption="Customers"
      sorted={{ ...sorted, sort: sorted.sort || '-last' }}
      columns={columns}
      rows={customers}
      keyOf={({ id }) => id}
    />
  );
}
