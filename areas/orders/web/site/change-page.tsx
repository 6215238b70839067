import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState, useRef } from 'react';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { mealsQuery } from '#areas/menu/web/site/meals-queries.ts';
import {
  orderToChangeQuery,
  paidChangeQuery,
  useChangeMade,
} from '#areas/orders/web/site/change-kitchen.ts';
import { useParams, useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass, Button } from '#platform/web/ui/form/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { orderMenu } from '#areas/checkout/web/site/order-menu.ts';
import { ChangeOrder, type PayingParts } from '#areas/orders/web/site/change-order.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import { clearOrderChange } from '#areas/checkout/web/site/kept-order-data.ts';

/** Where a customer changes a paid order until the cut-off, on the wizard's own table. */
export function ChangePage({ PayDifference, FromBank }: PayingParts) {
  const { token = '' } = useParams();
  const [search] = useSearchParams();
  const [paidId, setPaidId] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const takePaid = useCallback(
    ({ paymentIntentId }: { paymentIntentId: string }) => setPaidId(paymentIntentId),
    [],
  );
  if (paidId !== null)
    return (
      <Frame token={token}>
        <FinishChange token={token} paymentIntentId={paidId} onBack={() => setPaidId(null)} />
      </Frame>
    );
  if (search.has('payment_intent'))
    return (
      <Frame token={token}>
        <Suspense fallback={<Loading />}>
          <FromBank onPaid={takePaid} onFailed={setFailure} />
        </Suspense>
      </Frame>
    );
  return (
    <Frame token={token}>
      {failure !== null && (
        <Notice tone="error" title="The payment did not go through" announce="now">
          <p>{failure} Your order is as it was, and what you’ve chosen is still here.</p>
        </Notice>
      )}
      <LoadedChange token={token} PayDifference={PayDifference} onPaid={setPaidId} />
    </Frame>
  );
}

function Frame({ token, children }: { token: string; children: ReactNode }) {
  return (
    <main className="mx-auto grid w-full max-w-7xl content-start gap-6 px-4 pt-5 pb-44 sm:px-6 lg:pt-8">
      <div className="grid justify-items-start gap-1">
        <Link to={paths.tracking(token)} className={`${buttonClass('quiet', 'small')} -ml-4`}>
          <span aria-hidden="true">←</span> Back to your order
        </Link>
        <PageHeading className="text-2xl">Change your order</PageHeading>
      </div>
      {children}
    </main>
  );
}

function Loading() {
  return (
    <div className="grid gap-5">
      <p role="status">Looking for your order…</p>
      <Skeleton className="h-12" />
      <Skeleton className="h-72" />
    </div>
  );
}

type LoadedChangeProps = Pick<PayingParts, 'PayDifference'> & {
  token: string;
  onPaid: (paymentIntentId: string) => void;
};

function LoadedChange({ token, PayDifference, onPaid }: LoadedChangeProps) {
  const client = useQueryClient();
  const order = useQuery(orderToChangeQuery(token));
  const meals = useQuery(mealsQuery);
  const { business } = useConfig();
  const menu = useMemo(() => orderMenu(meals.data ?? [], business), [meals.data, business]);
  // What was typed belongs to one start of the page; starting over begins another.
  const [round, setRound] = useState(0);
  useEffect(() => void client.invalidateQueries({ queryKey: mealsQuery.queryKey }), [client]);

  function refresh() {
    void client.invalidateQueries({ queryKey: mealsQuery.queryKey });
    void order.refetch();
  }

  const error = order.error ?? meals.error;
  if (error instanceof ApiError && error.status === 404) return <UnknownOrder />;
  if (order.data?.closed) return <Closed token={token} why={order.data.closed} />;
  if (order.data && meals.data)
    return (
      <ChangeOrder
        key={`${order.data.version} ${order.data.week.weekStart} ${round}`}
        order={order.data}
        menu={menu}
        token={token}
        PayDifference={PayDifference}
        onPaid={onPaid}
        onReload={refresh}
        onStartOver={() => setRound(round + 1)}
      />
    );
  if (!error) return <Loading />;
  return (
    <ErrorState
      title="We couldn’t load your order"
      message={describeFailure(error)}
      retrying={order.isFetching}
      onRetry={refresh}
    />
  );
}

function Closed({ token, why }: { token: string; why: string }) {
  return (
    <EmptyState
      title="This order can’t be changed here"
      action={
        <Link to={paths.tracking(token)} className={buttonClass('primary')}>
          Back to your order
        </Link>
      }
    >
      {why}
    </EmptyState>
  );
}

function UnknownOrder() {
  return (
    <EmptyState title="We can’t find this order">
      Open the whole link in your confirmation email again.
    </EmptyState>
  );
}

type FinishChangeProps = { token: string; paymentIntentId: string; onBack: () => void };

/** The difference is paid; the change is made as soon as the server knows of it. */
function FinishChange({ token, paymentIntentId, onBack }: FinishChangeProps) {
  const { phone } = useConfig().business;
  const { data, error, failureReason, isFetching, refetch } = useQuery(
    paidChangeQuery(token, paymentIntentId),
  );
  const onMade = useChangeMade(token);
  const isTold = useRef(false);
  useEffect(() => {
    if (!data || isTold.current) return;
    isTold.current = true;
    clearOrderChange(token);
    onMade();
  });

  if (error && !isFetching) {
    // The server has decided: the money goes back, or none was taken.
    if (error instanceof ApiError && error.status === 409)
      return (
        <Notice tone="warning" title="Your order was not changed" announce="now">
          <p>{describeFailure(error)}</p>
          <p>What you chose is still here.</p>
          <Button variant="secondary" size="small" className="justify-self-start" onClick={onBack}>
            Back to your changes
          </Button>
        </Notice>
      );
    return (
      <Notice tone="error" title="Payment received, order not changed yet" announce="now">
        <p>
          Do not pay again. If this does not clear up, call us on {phone} and quote{' '}
          {paymentIntentId}.
        </p>
        <Button variant="secondary" size="small" onClick={() => void refetch()}>
          Check again
        </Button>
      </Notice>
    );
  }
  const isAtBank = failureReason instanceof ApiError && failureReason.status === 402;
  return (
    <p role="status">
      {isAtBank
        ? 'Your bank is still processing your payment. Do not pay again.'
        : 'Payment received, changing your order. Do not pay again.'}
    </p>
  );
}
