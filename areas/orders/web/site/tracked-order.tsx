import { AsWritten } from '#platform/web/ui/person-name.tsx';
import { type ComponentType, Suspense, lazy, useEffect, useRef, useState } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { cancelTrackedOrder, type TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { NeedsSection } from '#areas/needs/web/needs-list.tsx';
import { nowLine } from '#areas/order-book/rules/now-line.ts';
import { warmWords } from '#areas/order-book/rules/warm-portion.ts';
import { FoodByDelivery, LineFold } from '#areas/order-book/web/site/delivery-food.tsx';
import { NowHeading } from '#areas/order-book/web/site/now-heading.tsx';
import { call } from '#platform/web/api/client.ts';
import { trackedOrderFiles, trackedOrderQuery } from '#areas/order-book/web/site/orders-queries.ts';
import { useTicking } from '#areas/order-book/web/use-ticking.ts';
import { asServerTime, serverNow } from '#platform/web/api/server-time.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { useIsInBrowser } from '#platform/web/navigation/use-is-in-browser.ts';
import { useOrderPanels } from '#areas/orders/web/order-panels.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { buttonClass, Button } from '#platform/web/ui/form/button.tsx';
import { ChangeHistory, JustChanged } from '#areas/orders/web/site/change-history.tsx';
import { OrderInstructions } from '#areas/orders/web/site/order-instructions.tsx';
import { taxLine } from '#areas/business/rules/tax-line.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import { AmountList } from '#platform/web/ui/layout/amount-list.tsx';
import type { RefundState } from '#areas/order-book/rules/order-status.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { newsText } from '#areas/business/rules/recipient.ts';
import { ShareField } from '#platform/web/ui/form/share-field.tsx';
import { SameAsLastWeek } from '#areas/checkout/web/same-as-last-week.tsx';
import { ReminderBox } from '#areas/checkout/web/order-again.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useLocation } from '#platform/web/navigation/address.ts';
import { CopyField } from '#platform/web/ui/form/dialog-button.tsx';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { focusPageHeading } from '#platform/web/ui/feedback/result-place.tsx';

const TICK_MS = 10_000;

export type TrackedOrderProps = {
  order: TrackedOrderReply;
  token: string;
  /** When the server said so, by this device's clock. */
  answeredAt: number;
  /** What is shown was known earlier, and nothing can be fetched. */
  isOffline?: boolean;
  PayOwed: ComponentType<{ owed: string; token: string }>;
};

/** What is true now, one thing to do, the delivery that is now, the others as lines, and all else folded. */
export function TrackedOrder(props: TrackedOrderProps) {
  const { order, token, answeredAt, isOffline = false, PayOwed } = props;
  const { business } = useConfig();
  const { Aftercare } = useOrderPanels();
  const now = useTicking(serverNow, {
    everyMs: TICK_MS,
    since: answeredAt,
    first: asServerTime(answeredAt),
  });
  // What only a browser can show: it comes with its own code, and makes calls.
  const canAct = useIsInBrowser() && !isOffline;
  const today = wallTimeAt(now, business.timeZone).date;
  const failed = order.refunds.filter(({ state }) => state === 'failed');
  return (
    <>
      <NowHeading
        line={nowLine({ ...order, payer: order }, now, business)}
        now={now}
        answeredAt={asServerTime(answeredAt)}
        isOffline={isOffline}
      >
        <p className="text-ink-soft">
          <AsWritten>{order.address}</AsWritten>
        </p>
        <ToDoNow order={order} token={token} isOffline={isOffline} />
      </NowHeading>
      <JustChanged changes={order.changes} people={order.people} token={token} />
      {canAct && order.owed !== null && (
        <Suspense>
          <PayOwed owed={order.owed} token={token} />
        </Suspense>
      )}
      {canAct && <AskedMeals choices={order.choices} token={token} />}
      {canAct && <MissedDeliveries deliveries={order.deliveries} token={token} />}
      {failed.length > 0 && (
        <Notice tone="error">
          <RefundLines refunds={failed} />
        </Notice>
      )}
      <FoodByDelivery deliveries={order.deliveries} now={now}>
        {canAct && hasBegun(order, today) && (
          <Suspense>
            <Aftercare token={token} />
          </Suspense>
        )}
      </FoodByDelivery>
      {!isOffline && <OrderAgain token={token} />}
      <LineFold title={<h2 className="text-lg">More about this order</h2>}>
        <div data-app="" className="grid gap-3">
          <MoreAbout order={order} token={token} isOffline={isOffline} />
        </div>
      </LineFold>
    </>
  );
}

/** Whether something is to be answered, can be said, or may change while someone looks: a document does none of it. */
export function isOnTheMove(order: TrackedOrderReply, today: PlainDate): boolean {
  const isAsked = order.choices.length > 0 || order.deliveries.some(({ missed }) => missed);
  return order.owed !== null || isAsked || hasBegun(order, today);
}

/** From the day of the first delivery on there is news, and meals are rated. */
function hasBegun({ status, deliveries }: TrackedOrderReply, today: PlainDate): boolean {
  return status !== 'pending' && deliveries.some(({ date }) => date <= today);
}

type PartProps = Pick<TrackedOrderProps, 'order' | 'token'> & { isOffline: boolean };

function ToDoNow({ order, token, isOffline }: PartProps) {
  const { phone } = useConfig().business;
  const isOpen = order.status === 'confirmed' || order.status === 'pending';
  const canChange = order.status === 'confirmed' && order.whyUnchangeable === null;
  return (
    <div className="flex flex-wrap gap-2 pt-1 print:hidden">
      {canChange && !isOffline && (
        <a href={paths.changeOrder(token)} className={buttonClass('primary', 'small')}>
          Change<span className="sr-only"> this order</span>
        </a>
      )}
      <a href={paths.phone(phone)} className={buttonClass('secondary', 'small')}>
        Call us
      </a>
      {isOpen && !isOffline && (
        <a
          href={trackedOrderFiles(token).calendar}
          download
          aria-label="Add to calendar"
          className={buttonClass('secondary', 'small')}
        >
          Calendar
        </a>
      )}
    </div>
  );
}

function MoreAbout({ order, token, isOffline }: PartProps) {
  const { business } = useConfig();
  const { phone } = business;
  const coming = order.deliveries.filter(({ status }) => status !== 'cancelled');
  const food = coming.flatMap(({ date, timeSlot, items }) =>
    items.map((item) => ({ ...item, deliveryDate: date, deliveryWindow: timeSlot })),
  );
  return (
    <>
      <p>
        Order{' '}
        <strong translate="no" className="tabular-nums">
          {order.orderNumber}
        </strong>{' '}
        for <AsWritten>{order.firstName}</AsWritten>
      </p>
      {!isOffline && <OrderFiles order={order} token={token} />}
      <section className="grid gap-1">
        <h3 className="text-lg">Delivery address</h3>
        <p>
          <AsWritten>{order.address}</AsWritten>
        </p>
        <p className="text-ink-soft">
          {(order.deliveryPreference === 'warm' && warmWords(food, business)) ||
            'Cold, at your door, in insulated packaging'}
        </p>
      </section>
      {order.recipient && <TrackedRecipient recipient={order.recipient} />}
      <OrderInstructions
        order={order}
        token={token}
        canChange={!isOffline && order.whyUnchangeable === null}
      />
      {order.people.length > 0 && <NeedsSection people={order.people} phone={phone} />}
      <TrackedTotals order={order} />
      <RefundLines refunds={order.refunds} />
      <ChangeHistory changes={order.changes} />
      <Changes order={order} token={token} isOffline={isOffline} />
    </>
  );
}

/** What can still be changed, and until when; or why nothing can. */
function Changes({ order, token, isOffline }: PartProps) {
  const formatInstant = useFormatInstant();
  const { timeZone } = useConfig().business;
  if (order.status === 'cancelled' || order.status === 'delivered') return null;
  return (
    <section className="grid justify-items-start gap-3">
      <h3 className="text-lg">Changed your mind?</h3>
      {order.whyUnchangeable !== null && <p>{order.whyUnchangeable}</p>}
      {order.whyUnchangeable === null && isOffline && (
        <p>Changing and cancelling need a signal: try once you’re online again.</p>
      )}
      {order.whyUnchangeable === null && !isOffline && (
        <p>
          Until {formatInstant(order.changeUntil)} ({timeZone.split('/').at(-1)} time) you can{' '}
          {order.status === 'confirmed'
            ? 'change meals, days, people and your address, or cancel some or all of it. If it then costs less, we refund the difference to your card; if it costs more, you pay the difference first.'
            : 'change your instructions, or cancel for a full refund.'}
        </p>
      )}
      {order.whyUnchangeable === null && !isOffline && (
        <CancelOwnOrder order={order} token={token} />
      )}
    </section>
  );
}

const MealChoices = lazy(async () => ({
  default: (await import('#areas/orders/web/site/meal-choices.tsx')).MealChoices,
}));

/** What the customer is asked about meals that ran out. Few ever see it: nobody else loads it. */
function AskedMeals({ choices, token }: { choices: TrackedOrderReply['choices']; token: string }) {
  if (choices.length === 0) return null;
  return (
    <Suspense>
      <MealChoices choices={choices} token={token} />
    </Suspense>
  );
}

const ChooseAfterMissed = lazy(async () => ({
  default: (await import('#areas/orders/web/site/choose-after-missed.tsx')).ChooseAfterMissed,
}));

type MissedDeliveriesProps = Pick<TrackedOrderReply, 'deliveries'> & { token: string };

/** What the customer may choose for those that we could not leave. Few ever see it: nobody else loads it. */
function MissedDeliveries({ deliveries, token }: MissedDeliveriesProps) {
  const asked = deliveries.flatMap(({ date, missed }) => (missed ? [{ date, missed }] : []));
  if (asked.length === 0) return null;
  return (
    <Suspense>
      {asked.map(({ date, missed }) => (
        <ChooseAfterMissed key={missed.id} missed={missed} date={date} token={token} />
      ))}
    </Suspense>
  );
}

function TrackedTotals({ order }: { order: TrackedOrderReply }) {
  const { business } = useConfig();
  const lines = [
    { label: 'Meals', amount: order.subtotal },
    ...order.deliveryLines,
    taxLine(business, order),
  ];
  return (
    <section className="grid content-start gap-2">
      <h3 className="text-lg">{order.owed === null ? 'What you paid' : 'What it costs'}</h3>
      <AmountList lines={lines} total={order.total} />
      {order.owed !== null && (
        <p className="font-semibold">{amountInDollars(order.owed)} of it is still to pay.</p>
      )}
    </section>
  );
}

type Refund = TrackedOrderReply['refunds'][number];

const ON_ITS_WAY = 'is on its way to the card you paid with.';

const WORDS: Record<Exclude<RefundState, 'failed'>, string> = {
  wanted: ON_ITS_WAY,
  sent: ON_ITS_WAY,
  pending: ON_ITS_WAY,
  succeeded:
    'was refunded to the card you paid with. Banks usually show it within 5 to 10 business days.',
};

function RefundLines({ refunds }: { refunds: readonly Refund[] }) {
  const { phone } = useConfig().business;
  return refunds.map(({ amount, state, createdAt }) => (
    <p key={createdAt + amount} className="tabular-nums">
      {state === 'failed'
        ? `A refund of ${amountInDollars(amount)} did not go through. We’re looking into it. Please call us on ${phone}.`
        : `${amountInDollars(amount)} ${WORDS[state]}`}
    </p>
  ));
}

type TrackedRecipientProps = { recipient: NonNullable<TrackedOrderReply['recipient']> };

function TrackedRecipient({ recipient }: TrackedRecipientProps) {
  const { firstName, lastName, phone, isGift, message, link } = recipient;
  return (
    <section className="grid gap-3 wrap-anywhere">
      <h3 className="text-lg">
        {isGift ? 'A present for' : 'For'} {firstName} {lastName}
      </h3>
      <p>
        {formatPhone(phone)}. {newsText(recipient)}
      </p>
      {message !== '' && (
        <blockquote className="border-l-4 border-line pl-3 whitespace-pre-line">
          {message}
        </blockquote>
      )}
      <ShareField
        label={`Link for ${firstName}`}
        link={link}
        hint="It shows what comes and when, without prices. Your own link stays with you."
      />
    </section>
  );
}

/** Where the link of the reminder leads. */
const HASH = '#again';

function OrderAgain({ token }: { token: string }) {
  const { hash } = useLocation();
  const { sale } = useConfig();
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hash !== HASH) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'center' });
  }, [hash]);
  return (
    <Card as="section" data-app="" className="grid justify-items-start gap-3">
      <h2 ref={ref} id={HASH.slice(1)} tabIndex={-1} className="text-xl outline-none">
        Order again
      </h2>
      {sale.state === 'open' && (
        <p>
          We put these meals, or others, on the same days of the week that’s open now, with your
          people and your address.
        </p>
      )}
      <SameAsLastWeek token={token} />
      <ReminderBox token={token} />
    </Card>
  );
}

function OrderFiles({ order, token }: { order: TrackedOrderReply; token: string }) {
  const { calendar, receipt } = trackedOrderFiles(token);
  const isInBrowser = useIsInBrowser();
  const isComing = order.status === 'confirmed' || order.status === 'pending';
  return (
    <div className="flex flex-wrap items-end gap-3">
      {isInBrowser && isComing && (
        <a href={`webcal://${location.host}${calendar}`} className={buttonClass('quiet', 'small')}>
          Subscribe in your calendar
        </a>
      )}
      <a href={receipt} download className={buttonClass('secondary', 'small')}>
        Receipt (PDF)
      </a>
      {isInBrowser && (
        <CopyField label="Link to your order" value={location.origin + paths.tracking(token)} />
      )}
    </div>
  );
}

function CancelOwnOrder({ order, token }: { order: TrackedOrderReply; token: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const { queryKey } = trackedOrderQuery(token);
  const cancelling = useMutation({
    mutationFn: () => call(cancelTrackedOrder, { params: { token } }),
    onSuccess(cancelled) {
      client.setQueryData(queryKey, cancelled);
      // The top of the page says what came of it.
      focusPageHeading();
    },
    // Most likely the cutoff has passed while the page was open: the refetched order says so.
    onError: () => client.invalidateQueries({ queryKey }),
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <Button variant="danger" size="small" onClick={() => setIsAsking(true)}>
        Cancel this order
      </Button>
      {cancelling.error && (
        <Notice tone="error" announce="now">
          {describeFailure(cancelling.error)}
        </Notice>
      )}
      <ActionDialog
        open={isAsking}
        title="Cancel this order?"
        act="Cancel order"
        keep="Keep order"
        busyLabel="Cancelling…"
        change={{ isBusy: cancelling.isPending }}
        go={() => cancelling.mutate()}
        onClose={() => setIsAsking(false)}
        danger
      >
        <p>
          We won’t deliver order <AsWritten>{order.orderNumber}</AsWritten>, and we’ll refund{' '}
          {order.refunds.length === 0 && order.owed === null
            ? 'the full amount'
            : 'what you paid, less what has already gone back,'}{' '}
          to your card. This cannot be undone.
        </p>
      </ActionDialog>
    </>
  );
}
