import { useQuery } from '@tanstack/react-query';
import type { ReceivedOrderReply } from '#areas/order-book/calls/received-order.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { receivedOrderQuery, whileToday } from '#areas/order-book/web/site/orders-queries.ts';
import { useParams } from '#platform/web/navigation/address.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { ReceivedDelivery } from './received-delivery.tsx';
import { TrackedFoodNeeds } from './tracked-food-needs.tsx';

/** What comes and when, for whom the food goes to when somebody else pays. */
export function ReceivedPage() {
  const { token = '' } = useParams();
  const { business } = useConfig();
  const { data, error, refetch, isFetching } = useQuery({
    ...receivedOrderQuery(token),
    refetchInterval: whileToday(business.timeZone),
  });
  const isUnknown = error instanceof ApiError && error.status < 500 && error.status !== 429;
  return (
    <div className="mx-auto grid max-w-3xl gap-6 px-4 pt-8 sm:px-6 md:pt-12">
      <PageHeading className="text-4xl">
        {data?.isGift ? 'A present for you' : 'Your meals'}
      </PageHeading>
      {data ? (
        <Received order={data} />
      ) : !error || isFetching ? (
        <div role="status" className="grid gap-5">
          <p>Looking for your meals…</p>
          <Skeleton className="h-56" />
        </div>
      ) : isUnknown ? (
        <EmptyState title="We can’t find these meals">
          <p>
            Check you opened the whole link. Or call us on{' '}
            <a href={paths.phone(business.phone)} className="font-semibold underline">
              {business.phone}
            </a>
            .
          </p>
        </EmptyState>
      ) : (
        <ErrorState
          title="We couldn’t load your meals"
          message={describeFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
    </div>
  );
}

function Received({ order }: { order: ReceivedOrderReply }) {
  const { business } = useConfig();
  const { firstName, from, message, people, deliveries, deliveryPreference } = order;
  return (
    <>
      <p className="text-lg">
        Hello {firstName}, {from === null ? 'someone' : from} ordered meals for you from{' '}
        {business.name}.
      </p>
      {message !== '' && (
        <Card as="section" className="grid gap-2" aria-label="Message to you">
          <p className="font-serif text-lg break-words whitespace-pre-line">{message}</p>
          {from !== null && <p className="font-semibold">{from}</p>}
        </Card>
      )}
      <TrackedFoodNeeds people={people.map((person) => ({ ...person, note: '' }))} />
      {deliveries.map((delivery) => (
        <ReceivedDelivery
          key={delivery.date + delivery.timeSlot}
          delivery={delivery}
          isWarm={deliveryPreference === 'warm'}
        />
      ))}
      <p>
        Is something not right, or does the time not suit you? Call us on{' '}
        <a href={paths.phone(business.phone)} className="font-semibold underline">
          {business.phone}
        </a>
        .
      </p>
    </>
  );
}
