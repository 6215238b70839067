import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState } from 'react';
import type { CustomerSummary } from '#areas/customers/calls/customers.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import { orderQuery } from '#areas/orders/web/portal/admin-orders-queries.ts';
import {
  customerQuery,
  customersQuery,
  draftOfCustomer,
  draftOfNewCaller,
} from '#areas/customers/web/portal/customers-queries.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import type { KeptOrder } from '#areas/order-book/web/kept-order-draft.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SearchField, useSettledText } from '#platform/web/ui/form/search-field.tsx';

/** The first question on the phone. Whoever has ordered before is filled in. */
export function ChooseCaller({ onStart }: { onStart: (order: KeptOrder) => void }) {
  const { business } = useConfig();
  const [text, setText] = useState('');
  const q = useSettledText(text.trim());
  return (
    <main className="mx-auto grid w-full max-w-3xl gap-5 px-4 pt-5 pb-16 sm:px-6">
      <div className="grid gap-1">
        <Link
          to={paths.admin({ tab: 'phone' })}
          className="inline-flex min-h-11 items-center justify-self-start font-semibold text-primary underline underline-offset-4"
        >
          ← Phone orders
        </Link>
        <PageHeading className="text-2xl">Who is calling?</PageHeading>
        <p className="text-ink-soft">
          Find them if they have ordered before: their address, the people and their allergies are
          then filled in.
        </p>
      </div>
      <SearchField
        label="Search name, email, phone, order or address"
        value={text}
        onChange={setText}
      />
      <Loaded query={useQuery(orderingWeekQuery)} what="the week" kind="line">
        {({ weekStart }) => (
          <>
            {q !== '' && <Found q={q} weekStart={weekStart} onStart={onStart} />}
            <Button
              variant={q === '' ? 'primary' : 'secondary'}
              className="justify-self-start"
              onClick={() => onStart(draftOfNewCaller(weekStart, business))}
            >
              They have not ordered before
            </Button>
          </>
        )}
      </Loaded>
    </main>
  );
}

type FoundProps = { q: string; weekStart: string; onStart: (order: KeptOrder) => void };

function Found({ q, weekStart, onStart }: FoundProps) {
  const { business } = useConfig();
  const client = useQueryClient();
  const list = useInfiniteQuery(customersQuery(q));
  const choosing = useChange(
    async ({ id }: CustomerSummary) => {
      const customer = await client.fetchQuery(customerQuery(id));
      const last = customer.orderList[0];
      const order = await client.fetchQuery(orderQuery(last?.id ?? id));
      return draftOfCustomer(order, customer, weekStart, business);
    },
    { onDone: onStart },
  );
  return (
    <Loaded query={list} what="the customers">
      {({ pages }) => {
        const customers = pages.flatMap((page) => page.customers);
        if (customers.length === 0) return <p role="status">Nobody found. Check the spelling.</p>;
        return (
          <>
            <FailureNotice failure={choosing.failure} title="We couldn’t load this customer" />
            <ul className="grid gap-3" aria-label="Customers">
              {customers.map((customer) => (
                <li key={customer.id}>
                  <button
                    type="button"
                    disabled={choosing.isBusy}
                    onClick={() => choosing.run(customer)}
                    className="grid w-full gap-0.5 rounded-2xl border border-control bg-surface px-4 py-3 text-left hover:bg-primary-soft disabled:opacity-60"
                  >
                    <span className="font-semibold">{customer.name}</span>
                    <span className="text-sm wrap-anywhere text-ink-soft">
                      {formatPhone(customer.phone)} · {customer.email} · {customer.suburb} ·{' '}
                      {customer.orders === 1 ? '1 order' : `${customer.orders} orders`}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </Loaded>
  );
}
