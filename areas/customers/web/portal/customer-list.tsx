import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CustomerSummary } from '#areas/customers/calls/customers.ts';
import { formatPhone } from '#areas/business/rules/australian-phone.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import {
  customersQuery,
  fetchCustomersFile,
} from '#areas/customers/web/portal/customers-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { ConfirmedDownload } from '#platform/web/navigation/confirmed-download.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SearchField } from '#platform/web/ui/form/search-field.tsx';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { EmailAddress } from '#platform/web/ui/layout/email-address.tsx';

/** Long enough that one word is one search. */
const PAUSE_MS = 250;

/** Found as one types; the search is in the address, so that going back from a customer finds it again. */
export function CustomerList() {
  const [params, setParams] = useSearchParams();
  const mayDownload = useMayDo('manageSystem');
  const q = params.get('q') ?? '';
  const [text, setText] = useState(q);
  useEffect(() => {
    const typed = text.trim();
    if (typed === q) return undefined;
    const asking = setTimeout(
      () =>
        setParams(
          (before) => {
            const next = new URLSearchParams(before);
            if (typed === '') next.delete('q');
            else next.set('q', typed);
            return next;
          },
          { replace: true },
        ),
      PAUSE_MS,
    );
    return () => clearTimeout(asking);
  }, [text, q, setParams]);
  return (
    <section className="grid gap-5 py-5">
      <div className="flex justify-end">
        {mayDownload && (
          <ConfirmedDownload fetchFile={fetchCustomersFile} done="Customers Downloaded">
            Download CSV
          </ConfirmedDownload>
        )}
      </div>
      <SearchField
        label="Search name, email, phone, order or address"
        value={text}
        onChange={setText}
      />
      <Found q={q} />
    </section>
  );
}

function Found({ q }: { q: string }) {
  const list = useInfiniteQuery({ ...customersQuery(q), placeholderData: keepPreviousData });
  const customers = list.data?.pages.flatMap((page) => page.customers);
  if (list.error && !list.isFetching) {
    return (
      <ErrorState
        title="We couldn’t load the customers"
        message={describeFailure(list.error)}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (!customers) return <CustomersSkeleton />;
  if (customers.length === 0) {
    return q === '' ? (
      <EmptyState title="No customers yet">
        <p>They appear here with their first order.</p>
      </EmptyState>
    ) : (
      <EmptyState title="No customers match your search" />
    );
  }
  return (
    <div className="grid gap-5" aria-busy={list.isPlaceholderData}>
      <CustomerTable customers={customers} />
      {list.hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-center"
          busy={list.isFetchingNextPage}
          busyLabel="Loading…"
          onClick={() => void list.fetchNextPage()}
        >
          Show more customers
        </Button>
      )}
    </div>
  );
}

function CustomerTable({ customers }: { customers: readonly CustomerSummary[] }) {
  const formatInstant = useFormatInstant();
  const columns: Column<CustomerSummary>[] = [
    {
      name: 'name',
      header: 'Name',
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
    { name: 'suburb', header: 'Suburb', cell: ({ suburb }) => suburb },
    { name: 'orders', header: 'Orders', align: 'end', cell: ({ orders }) => orders },
    {
      name: 'last',
      header: 'Last order',
      cell: ({ lastOrderAt }) => formatInstant(lastOrderAt),
    },
  ];
  return (
    <DataTable
      caption="Customers, latest order first"
      columns={columns}
      rows={customers}
      keyOf={({ id }) => id}
    />
  );
}

function CustomersSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading customers</span>
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
    </div>
  );
}
