import type { ReactNode } from 'react';
import type { CheckoutConflictReply } from '#areas/checkout/calls/payments.ts';
import { formatDate, weekdayName, weekdayOf } from '#platform/rules/plain-date.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { soldOutMeals, sendAskForBell } from '#areas/checkout/web/site/refused-meals-queries.ts';
import { RefusedMealList } from '#areas/checkout/web/refused-meal-list.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { readOrderDraft } from '#areas/order-book/web/kept-order-draft.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { CheckoutFrame } from './hold-time.tsx';
import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { atQuotedPrices } from '#areas/order-book/rules/ordered-items.ts';
import { Price } from '#platform/web/ui/price.tsx';
import { OrderSummary } from './order-payment.tsx';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { formatDollars } from '#platform/rules/money.ts';
import {
  type Window,
  withoutDelivery,
  nameOfWindow,
  useWindowsInstead,
  WindowButtons,
} from './other-windows.tsx';
import { useMutation } from '@tanstack/react-query';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import { ResultPlace } from '#platform/web/ui/feedback/result-place.tsx';
import { BellAsked } from '#areas/checkout/web/site/ask-for-bell.tsx';

type CheckoutConflictProps = {
  conflict: CheckoutConflictReply;
  /** Null: the bank led back to a browser that does not have it. */
  orderData: PreparedOrder | null;
  onNewPrice: (orderData: PreparedOrder) => void;
  onRetry: () => void;
};

type Conflicting = { conflict: CheckoutConflictReply; orderData: PreparedOrder };
type ConflictCode = CheckoutConflictReply['code'];
type Way = { title: string; step: 2 | 4; label: string };

const NOT_NOW: Way = {
  title: 'We’re not taking orders right now',
  step: 4,
  label: 'Back to your order',
};
const NOT_CHARGED: Way = {
  title: 'Your card was not charged',
  step: 4,
  label: 'Back to your order',
};
const NOT_HERE: Way = { title: 'Your card was not charged', step: 2, label: 'Order again' };
const STILL_PAYING: Way = { title: 'One moment', step: 4, label: 'Back to your order' };

const WAYS_BACK: Record<Exclude<ConflictCode, 'slot_full' | 'meal_sold_out'>, Way> = {
  quote_changed: { title: 'The price has changed', step: 4, label: 'Review your order' },
  sale_closed: NOT_NOW,
  preview_used_up: NOT_NOW,
  past_cutoff: { title: 'Ordering for this week has closed', step: 2, label: 'Choose new dates' },
  meal_unavailable: {
    title: 'A meal is no longer available',
    step: 2,
    label: 'Choose another meal',
  },
  recipe_changed: {
    title: 'This meal’s recipe changed, so we didn’t charge you',
    step: 2,
    label: 'Choose another meal',
  },
  amount_differs: NOT_CHARGED,
  hold_ended: NOT_CHARGED,
  hold_gave_way: NOT_CHARGED,
  payment_in_progress: STILL_PAYING,
  place_pending: STILL_PAYING,
  already_paid: STILL_PAYING,
};

export function CheckoutConflict({
  conflict,
  orderData,
  onNewPrice,
  onRetry,
}: CheckoutConflictProps) {
  const { code, message, quote, orderingWeek, mealIds = [] } = conflict;
  if (!orderData) return <WayBack {...NOT_HERE} message={message} />;
  if (code === 'slot_full')
    return <FullWindows conflict={conflict} orderData={orderData} onNewOrder={onNewPrice} />;
  if (code === 'meal_sold_out') return <SoldOutMeals conflict={conflict} orderData={orderData} />;
  if (code === 'quote_changed' && quote)
    return <NewPrice quote={quote} orderData={orderData} onAccept={onNewPrice} />;
  const way = WAYS_BACK[code];
  return (
    <WayBack {...way} message={message}>
      {way === NOT_NOW && <p>We’ve kept your meals.</p>}
      {code === 'past_cutoff' && orderingWeek && (
        <p>
          You can order for {formatDate(orderingWeek.weekStart)} to{' '}
          {formatDate(orderingWeek.weekEnd)}. We’ve kept your meals.
        </p>
      )}
      {code === 'meal_unavailable' && <MissingMeals mealIds={mealIds} />}
      {way === STILL_PAYING && <Button onClick={onRetry}>Try again</Button>}
    </WayBack>
  );
}

type WayBackProps = Way & { message: string; children?: ReactNode };

function WayBack({ title, message, step, label, children }: WayBackProps) {
  return (
    <CheckoutFrame heading={title} canGoBack={false}>
      <Notice tone="warning" announce="polite">
        <p>{message}</p>
        {children}
        <p>Nothing was charged.</p>
      </Notice>
      <Link to={paths.order({ step })} className={`${buttonClass('primary')} justify-self-start`}>
        {label}
      </Link>
    </CheckoutFrame>
  );
}

/** The basket is kept; the last step of the order offers meals near each of these. */
function SoldOutMeals({ conflict, orderData }: Conflicting) {
  const names = readOrderDraft()?.mealNames ?? {};
  const meals = soldOutMeals(conflict.meals ?? [], orderData, (id) => names[id]);
  return (
    <CheckoutFrame heading="A meal has just sold out" canGoBack={false}>
      <Notice tone="warning" announce="polite">
        <RefusedMealList meals={meals} />
        <p>We’ve kept the rest of your order. Nothing was charged.</p>
      </Notice>
      <Link
        to={paths.order({ step: 4 })}
        className={`${buttonClass('primary')} justify-self-start`}
      >
        Choose a meal near it
      </Link>
    </CheckoutFrame>
  );
}

/** The wizard remembers the names of meals that are no longer on the menu. */
function MissingMeals({ mealIds }: { mealIds: readonly number[] }) {
  const names = readOrderDraft()?.mealNames ?? {};
  const missing = mealIds.map((id) => names[id]).filter((name) => name !== undefined);
  if (missing.length === 0) return null;
  return (
    <ul className="list-disc pl-5">
      {missing.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}

type NewPriceProps = {
  quote: QuoteReply;
  orderData: PreparedOrder;
  onAccept: (orderData: PreparedOrder) => void;
};

function NewPrice({ quote, orderData, onAccept }: NewPriceProps) {
  return (
    <CheckoutFrame
      heading="The price has changed"
      aside={<OrderSummary quote={quote} order={orderData} />}
    >
      <Notice tone="warning" announce="polite">
        <p>A price in your order has changed since you chose it. Nothing was charged.</p>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 tabular-nums">
          <dt>You agreed to</dt>
          <dd>
            <Price amount={orderData.total} className="line-through" />
          </dd>
          <dt>It is now</dt>
          <dd>
            <Price amount={quote.total} className="font-semibold" />
          </dd>
        </dl>
      </Notice>
      <Button
        size="large"
        className="justify-self-start"
        onClick={() => onAccept(atQuotedPrices(orderData, quote))}
      >
        Accept the new price
      </Button>
    </CheckoutFrame>
  );
}

type FullWindowsProps = Conflicting & {
  /** The basket as it can be paid: the payment goes on with it. */
  onNewOrder: (orderData: PreparedOrder) => void;
};

/** The deliveries that have no place left, each with the windows that suit its meals, one tap away. */
function FullWindows({ conflict, ...order }: FullWindowsProps) {
  const { full = [], alternatives = [] } = conflict;
  return (
    <CheckoutFrame heading="A delivery window has filled up" canGoBack={false}>
      <Notice tone="warning" announce="polite">
        <p>{conflict.message}</p>
        <p>Choose again for each, then continue to pay.</p>
      </Notice>
      {full.map((one) => (
        <section key={one.date + one.timeSlot} className="grid gap-2">
          <h2 className="font-sans text-base font-semibold">
            {formatDate(one.date)}: {windowLabel(one.timeSlot)} is full
          </h2>
          <Instead one={one} free={alternatives} {...order} />
        </section>
      ))}
      <Link
        to={paths.order({ step: 2 })}
        className={`${buttonClass('secondary')} justify-self-start`}
      >
        Choose another window
      </Link>
    </CheckoutFrame>
  );
}

type InsteadProps = Omit<FullWindowsProps, 'conflict'> & {
  one: Window;
  free: NonNullable<CheckoutConflictReply['alternatives']>;
};

function Instead({ one, free, orderData, onNewOrder }: InsteadProps) {
  const { business } = useConfig();
  const from = [one];
  const hasOthers = useWindowsInstead({ orderData, from, free }).length > 0;
  const without = hasOthers ? null : withoutDelivery(orderData, one, business);
  return (
    <div className="flex flex-wrap gap-2">
      {hasOthers ? (
        <WindowButtons {...{ orderData, from, free }} isUnderDay onChoose={onNewOrder} />
      ) : (
        <>
          {without && (
            <Button variant="secondary" size="small" onClick={() => onNewOrder(without.order)}>
              Take {weekdayName(weekdayOf(one.date))}’s{' '}
              {without.meals === 1 ? 'meal' : `${without.meals} meals`} off,{' '}
              {formatDollars(-without.lessCents)}
            </Button>
          )}
          <RingMe slot={one} email={orderData.customer.email} />
        </>
      )}
    </div>
  );
}

function RingMe({ slot, email }: { slot: Window; email: string }) {
  const { timeZone } = useConfig().business;
  const asking = useMutation({ mutationFn: sendAskForBell });
  if (email === '') return null;
  return (
    <ResultPlace result={asking.data ?? asking.error} className="grid gap-2">
      {asking.isSuccess ? (
        <BellAsked name={nameOfWindow(slot)} email={email} {...asking.data} timeZone={timeZone} />
      ) : (
        <Button
          variant="secondary"
          size="small"
          className="justify-self-start"
          busy={asking.isPending}
          busyLabel="Sending…"
          onClick={() => asking.mutate({ date: slot.date, window: slot.timeSlot, email })}
        >
          Ring me
          <span className="sr-only"> if a place comes free on {nameOfWindow(slot)}</span>
        </Button>
      )}
      {asking.error && (
        <Notice tone="error" announce="now">
          {fieldErrorsOf(asking.error)['window'] ?? describeFailure(asking.error)}
        </Notice>
      )}
    </ResultPlace>
  );
}
