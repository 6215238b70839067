import { NeedsSection } from '#areas/needs/web/needs-list.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReceivedOrderReply } from '#areas/order-book/calls/received-order.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { nowLine } from '#areas/order-book/rules/now-line.ts';
import { FoodByDelivery } from '#areas/order-book/web/site/delivery-food.tsx';
import { NowHeading } from '#areas/order-book/web/site/now-heading.tsx';
import { receivedOrderQuery, whileToday } from '#areas/order-book/web/site/orders-queries.ts';
import { useOrderOfPage } from '#areas/order-book/web/site/order-of-page.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { useParams } from '#platform/web/navigation/address.ts';
import { useTicking } from '#areas/order-book/web/use-ticking.ts';
import { asServerTime, serverNow } from '#platform/web/api/server-time.ts';
import { useIsOnline } from '#platform/web/navigation/use-is-online.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

/** What comes and when, for whom the food goes to when someone else pays. */
export function ReceivedPage() {
  const { token = '' } = useParams();
  const { business } = useConfig();
  const sent = useOrderOfPage<ReceivedOrderReply>();
  const { data, dataUpdatedAt, error, refetch, isFetching } = useQuery({
    ...receivedOrderQuery(token),
    ...sent.initial,
    refetchInterval: whileToday(business.timeZone),
  });
  const isUnknown =
    (sent.isUnknown && !data) ||
    (error instanceof ApiError && error.status < 500 && error.status !== 429);
  const today = wallTimeAt(asServerTime(dataUpdatedAt), business.timeZone).date;
  // There is news from its day on.
  const needsBrowser = !isUnknown && (!data || data.deliveries.some(({ date }) => date <= today));
  return (
    <div
      className="mx-auto grid max-w-3xl gap-4 px-4 pt-4 sm:px-6 md:pt-10"
      data-app-now={needsBrowser ? '' : undefined}
    >
      <PageHeading className="text-2xl">
        {data?.isGift ? 'A present for you' : 'Your meals'}
      </PageHeading>
      {data ? (
        <Received order={data} answeredAt={dataUpdatedAt} isFailing={error !== null} />
      ) : isUnknown ? (
        <UnknownMeals />
      ) : !error || isFetching ? (
        <div role="status" className="grid gap-5">
          <p>Looking for your meals…</p>
          <Skeleton className="h-56" />
        </div>
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

/** The same text for a mistyped link and for someone else's. */
function UnknownMeals() {
  const { phone } = useConfig().business;
  return (
    <EmptyState title="We can’t find these meals">
      <p>
        Check you opened the whole link. Or call us on{' '}
        <a href={paths.phone(phone)} className="font-semibold underline">
          {phone}
        </a>
        .
      </p>
    </EmptyState>
  );
}

type ReceivedProps = {
  order: ReceivedOrderReply;
  /** When the server said so, by this device's clock. */
  answeredAt: number;
  isFailing: boolean;
};

const TICK_MS = 10_000;

function Received({ order, answeredAt, isFailing }: ReceivedProps) {
  const { business } = useConfig();
  const isOnline = useIsOnline();
  const now = useTicking(serverNow, {
    everyMs: TICK_MS,
    since: answeredAt,
    first: asServerTime(answeredAt),
  });
  const { firstName, from, message, people, deliveries } = order;
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
      <NowHeading
        line={nowLine({ status: 'confirmed', payer: null, deliveries }, now, business)}
        now={now}
        answeredAt={asServerTime(answeredAt)}
        isOffline={!isOnline || isFailing}
      >
        <a
          href={paths.phone(business.phone)}
          className={`${buttonClass('secondary', 'small')} w-fit`}
        >
          Call us
        </a>
      </NowHeading>
      <FoodByDelivery deliveries={deliveries} now={now} />
      {people.length > 0 && (
        <Card className="p-4!">
          <NeedsSection
            people={people.map((person) => ({ ...person, note: '' }))}
            phone={business.phone}
          />
        </Card>
      )}
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
