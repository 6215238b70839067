import { useQuery } from '@tanstack/react-query';
import type { CustomerReply } from '#areas/customers/calls/customers.ts';
import { formatPhone } from '#areas/business/rules/australian-phone.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { customerQuery } from '#areas/customers/web/portal/customers-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { CustomerData } from '#areas/customers/web/customer-data.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { EmailAddress } from '#platform/web/ui/layout/email-address.tsx';
import { StatList } from '#platform/web/ui/layout/stat-list.tsx';
import { CustomerFoodNeeds } from './customer-food-needs.tsx';
import { CustomerMessages } from './customer-messages.tsx';
import { KnownProblems } from '#areas/customers/web/known-problems.tsx';
import { KnownRatings } from '#areas/customers/web/portal/known-ratings.tsx';
import { CustomerNotes } from './customer-notes.tsx';
import { CustomerOrders } from './customer-orders.tsx';
import { MergeButton } from './merge-button.tsx';

/** One customer over all their orders. */
export function CustomerPage({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useQuery(customerQuery(id));
  return (
    <section className="grid gap-5 py-5" aria-busy={!data && isFetching}>
      <Link
        to={paths.admin({ tab: 'customers' })}
        className="justify-self-start underline underline-offset-4 max-md:inline-flex max-md:min-h-11 max-md:items-center"
      >
        All customers
      </Link>
      {data && <Customer customer={data} key={data.id} />}
      {!data && error && !isFetching && (
        <ErrorState
          title="We couldn’t load this customer"
          message={describeFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && isFetching && (
        <div role="status" className="grid gap-3">
          <span className="sr-only">Loading the customer</span>
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </section>
  );
}

function Customer({ customer }: { customer: CustomerReply }) {
  const { name, email, orders, spent, refunded } = customer;
  const formatInstant = useFormatInstant();
  const mayMerge = useMayDo('eraseCustomers');
  return (
    <>
      <h2 className="text-xl break-words">{name}</h2>
      <CustomerFoodNeeds foodNeeds={customer.foodNeeds} />
      <StatList
        stats={[
          { label: orders === 1 ? 'Order' : 'Orders', value: orders },
          { label: 'Spent after refunds', value: amountInDollars(spent) },
          { label: 'Refunded', value: amountInDollars(refunded) },
          { label: 'First order', value: formatInstant(customer.firstOrderAt).split(',')[0] },
        ]}
      />
      <div className="grid items-start gap-5 lg:grid-cols-[2fr_1fr]">
        <div className="grid min-w-0 gap-5">
          <KnownProblems filter={{ customer: String(customer.id) }} />
          <CustomerOrders orders={customer.orderList} />
          <KnownRatings customer={customer.id} />
          <CustomerNotes id={customer.id} notes={customer.notes} />
          <CustomerMessages messages={customer.messages} />
        </div>
        <Card as="section" aria-label="Contact" className="grid min-w-0 gap-3">
          <h3 className="text-lg">Contact</h3>
          <EmailAddress address={email} />
          {customer.emails
            .filter((other) => other !== email.toLowerCase())
            .map((other) => (
              <EmailAddress key={other} address={other} />
            ))}
          <ul className="grid gap-1">
            {customer.phones.map((phone) => (
              <li key={phone}>
                <a href={paths.phone(formatPhone(phone))} className="underline underline-offset-4">
                  {formatPhone(phone)}
                </a>
              </li>
            ))}
          </ul>
          <ul className="grid gap-1">
            {customer.addresses.map((address) => (
              <li key={address} className="break-words">
                {address}
              </li>
            ))}
          </ul>
          {customer.waitlist.map(({ suburb, joinedAt }) => (
            <p key={joinedAt}>
              On the waitlist for {suburb} since {formatInstant(joinedAt)}
            </p>
          ))}
          <SamePhone others={customer.samePhone} />
          {mayMerge && <MergeButton customer={customer} />}
          <CustomerData name={name} email={email} />
        </Card>
      </div>
    </>
  );
}

function SamePhone({ others }: { others: CustomerReply['samePhone'] }) {
  if (others.length === 0) return null;
  return (
    <div className="grid gap-1">
      <p className="text-sm text-ink-soft">Also order with this phone</p>
      <ul className="grid gap-1">
        {others.map(({ id, name, email }) => (
          <li key={id} className="break-words">
            <Link
              to={paths.admin({ tab: 'customers', customer: id })}
              className="underline underline-offset-4 max-md:inline-flex max-md:min-h-11 max-md:items-center"
            >
              {name}
            </Link>{' '}
            <span className="text-sm break-all text-ink-soft">{email}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
