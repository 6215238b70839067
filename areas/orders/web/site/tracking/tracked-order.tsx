import { AsWritten } from '#platform/web/ui/as-written.tsx';
import { type ComponentType, Suspense } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { NeedsSection } from '#areas/needs/web/needs-section.tsx';
import { nowLine } from '#areas/order-book/rules/now-line.ts';
import { warmWords } from '#areas/order-book/rules/warm-portion.ts';
import { FoodByDelivery, LineFold } from '#areas/order-book/web/site/delivery-food.tsx';
import { NowHeading } from '#areas/order-book/web/site/now-heading.tsx';
import { trackedOrderFiles } from '#areas/order-book/web/site/orders-queries.ts';
import { useTicking } from '#areas/order-book/web/use-ticking.ts';
import { asServerTime, serverNow } from '#platform/web/api/server-time.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { useIsInBrowser } from '#platform/web/navigation/use-is-in-browser.ts';
import { useOrderPanels } from '#areas/orders/web/order-panels.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { AskedMeals } from './asked-meals.tsx';
import { ChangeHistory, JustChanged } from './change-history.tsx';
import { CancelOwnOrder } from './cancel-own-order.tsx';
import { MissedDeliveries } from './missed-deliveries.tsx';
import { OrderAgain } from './order-again.tsx';
import { OrderFiles } from './order-files.tsx';
import { OrderInstructions } from './order-instructions.tsx';
import { RefundLines } from './refund-lines.tsx';
import { TrackedRecipient } from './tracked-recipient.tsx';
import { TrackedTotals } from './tracked-totals.tsx';

const TICK_MS = 10_000;

export type TrackedOrderProps = {
  order: TrackedOrderReply;
  token: string;
  /** When the server said so, by this device's clock. */
  answeredAt: number;
  /** What is shown was known earlier, and nothing can be fetched. */
  isOffline?: boolean;
  /** The card form for what is still to pay. */
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

/** Whether something is to be answered, can be said, or may change while somebody looks: a document does none of it. */
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
  const { phone } = useConfig().business;
  const food = order.deliveries.flatMap(({ date, timeSlot, items }) =>
    items.map((item) => ({ ...item, deliveryDate: date, deliveryWindow: timeSlot })),
  );
  return (
    <>
      <p>
        Order{' '}
        <strong translate="no" className="tabular-nums">
          {order.orderNumber}
        </strong>{' '}
        for {order.firstName}
      </p>
      {!isOffline && <OrderFiles order={order} token={token} />}
      <section className="grid gap-1">
        <h3 className="text-lg">Delivery address</h3>
        <p>
          <AsWritten>{order.address}</AsWritten>
        </p>
        <p className="text-ink-soft">
          {(order.deliveryPreference === 'warm' && warmWords(food)) ||
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
            ? 'change meals, days, people and your address, or cancel some or all of it. What it then costs less goes back to your card; what it costs more you pay first.'
            : 'change your instructions, or cancel for a full refund.'}
        </p>
      )}
      {order.whyUnchangeable === null && !isOffline && (
        <CancelOwnOrder order={order} token={token} />
      )}
    </section>
  );
}
