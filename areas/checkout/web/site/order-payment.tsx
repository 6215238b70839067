import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CheckoutReply, CheckoutConflictReply } from '#areas/checkout/calls/payments.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { CheckoutFrame, HoldTime, useHold } from '#areas/checkout/web/site/hold-time.tsx';
import { placedOrderQuery, readConflict } from '#areas/checkout/web/site/checkout-queries.ts';
import {
  problemTitle,
  UNKNOWN_RESULT,
  usePaymentResult,
  useCardPayments,
} from '#areas/checkout/web/site/use-card-payments.ts';
import { namesOfWindows, WindowButtons, useWindowsInstead } from './other-windows.tsx';
import { amountInDollars } from '#platform/rules/money.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { isTestPayments } from '#areas/checkout/web/payment-mode.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { PersonName } from '#platform/web/ui/person-name.tsx';
import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import type { SentRecipient } from '#areas/business/rules/recipient.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { NeedsSection } from '#areas/needs/web/needs-list.tsx';
import { formatDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { helpingsOf } from '#areas/order-book/rules/check-items.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { serviceOf } from '#areas/business/rules/services.ts';
import { taxLine } from '#areas/business/rules/tax-line.ts';
import { OWN_BAG } from '#areas/order-book/rules/fee-words.ts';
import { AmountList } from '#platform/web/ui/layout/amount-list.tsx';
import { Price } from '#platform/web/ui/price.tsx';

const NOT_CHARGED = 'Nothing was charged.';

type OrderPaymentProps = {
  checkout: CheckoutReply & { clockOffsetMs: number };
  orderData: PreparedOrder;
  firstProblem: string | null;
  onPaid: (paymentIntentId: string) => void;
  /** The same basket in other windows. */
  onNewOrder: (orderData: PreparedOrder) => void;
  onStartAgain: () => void;
};

export function OrderPayment({
  checkout,
  orderData,
  firstProblem,
  onPaid,
  onNewOrder,
  onStartAgain,
}: OrderPaymentProps) {
  const [isEnded, setIsEnded] = useState(false);
  const gaveWay = useWhyEnded(checkout, isEnded);
  const result = usePaymentResult(checkout, firstProblem, onPaid, () => setIsEnded(true));
  const { problem } = result;
  const [isPaying, setIsPaying] = useState(false);
  const hold = useHold(checkout);

  if (gaveWay)
    return (
      <HoldGaveWay
        conflict={gaveWay}
        orderData={orderData}
        onNewOrder={onNewOrder}
        onRetry={onStartAgain}
      />
    );
  const isOnPayment = checkout.place === 'on_payment';
  const isOver = hold.secondsLeft <= 0 && !isPaying;
  return (
    <CheckoutFrame
      heading="Complete Your Order"
      aside={<OrderSummary quote={checkout.quote} order={orderData} />}
    >
      {isOnPayment && !isOver ? (
        <OnPaymentNotice checkout={checkout} orderData={orderData} onNewOrder={onNewOrder} />
      ) : (
        <HoldTime hold={hold} isOver={isOver} wasHeld={!isOnPayment} />
      )}
      {checkout.justOrdered && !isOver && (
        <Notice tone="warning" title="You have just ordered for one of these days">
          <p>
            An order for this email and address was paid a few minutes ago. Only pay here if you
            want a second one.
          </p>
        </Notice>
      )}
      {problem && !isOver && (
        <Notice tone="error" title={problemTitle(problem)} announce="now">
          <p>{problem}</p>
          {problem !== UNKNOWN_RESULT && <NextSteps problem={problem} isHeld={!isOnPayment} />}
        </Notice>
      )}
      {isOver ? (
        <Button size="large" onClick={onStartAgain}>
          Start the payment again
        </Button>
      ) : (
        <PayByCard
          checkout={checkout}
          returnPath={paths.checkout()}
          result={result}
          onBusy={setIsPaying}
        />
      )}
    </CheckoutFrame>
  );
}

/** Why a payment that was ended by us was: null while that is not known, or when its time was just over. */
function useWhyEnded({ paymentIntentId, clientSecret }: CheckoutReply, isEnded: boolean) {
  const { error } = useQuery({
    ...placedOrderQuery({ paymentIntentId, clientSecret, orderData: null }),
    enabled: isEnded,
    retry: false,
  });
  const conflict = readConflict(error);
  return conflict?.code === 'hold_gave_way' ? conflict : null;
}

export function NextSteps({ problem, isHeld = true }: { problem: string; isHeld?: boolean }) {
  return (
    <p>
      {problem.includes(NOT_CHARGED) ? '' : NOT_CHARGED}
      {isHeld && ' Your places stay reserved for the time shown above.'}
    </p>
  );
}

type HoldGaveWayProps = {
  conflict: CheckoutConflictReply;
  orderData: PreparedOrder;
  onNewOrder: (orderData: PreparedOrder) => void;
  onRetry: () => void;
};

/** Someone else paid for the place that was held for this basket. */
export function HoldGaveWay({ conflict, orderData, onNewOrder, onRetry }: HoldGaveWayProps) {
  const { full = [], alternatives = [] } = conflict;
  return (
    <CheckoutFrame heading="Someone paid for the last place">
      <Notice tone="warning" announce="polite">
        <p>
          Someone paid for the last place on {namesOfWindows(full)} before you. Your card was not
          charged and your basket is safe.
        </p>
      </Notice>
      <div className="flex flex-wrap gap-2">
        <WindowButtons
          orderData={orderData}
          from={full}
          free={alternatives}
          onChoose={onNewOrder}
        />
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </CheckoutFrame>
  );
}

type OnPaymentNoticeProps = {
  checkout: Pick<CheckoutReply, 'crowded' | 'alternatives'>;
  orderData: PreparedOrder;
  onNewOrder: (orderData: PreparedOrder) => void;
};

/** Nothing is held for this basket: said before the card is asked for. */
export function OnPaymentNotice({ checkout, orderData, onNewOrder }: OnPaymentNoticeProps) {
  const { crowded = [], alternatives = [] } = checkout;
  const hasOthers = useWindowsInstead({ orderData, from: crowded, free: alternatives }).length > 0;
  return (
    <Notice tone="warning" announce="polite">
      <p>
        {crowded.length > 0
          ? `Someone is paying for the last place on ${namesOfWindows(crowded)}. `
          : 'Many people are paying at this moment, so we can’t hold a place for you. '}
        You can still try: your card is only charged if there’s a place for you.
        {hasOthers && ' Or choose:'}
      </p>
      {hasOthers && (
        <div className="flex flex-wrap gap-2">
          <WindowButtons
            orderData={orderData}
            from={crowded}
            free={alternatives}
            onChoose={onNewOrder}
          />
        </div>
      )}
    </Notice>
  );
}

type PayByCardProps = {
  checkout: Pick<CheckoutReply, 'clientSecret' | 'paymentIntentId' | 'quote'>;
  /** Where the bank's page leads back to. */
  returnPath: string;
  result: Pick<ReturnType<typeof usePaymentResult>, 'take' | 'lookAgain'>;
  onBusy: (isPaying: boolean) => void;
};

export function PayByCard({ checkout, returnPath, result, onBusy }: PayByCardProps) {
  const { payments } = useConfig();
  const { cardPayments, failed, retry } = useCardPayments(payments);
  return (
    <Card padding="large" className="grid gap-5">
      <h2 className="text-xl">Pay by card</h2>
      {failed ? (
        <Notice tone="error" title="We couldn’t load the card form">
          <p>Check your connection. Nothing was charged.</p>
          <Button variant="secondary" onClick={retry}>
            Try again
          </Button>
        </Notice>
      ) : cardPayments ? (
        <cardPayments.Form
          clientSecret={checkout.clientSecret}
          paymentIntentId={checkout.paymentIntentId}
          returnUrl={new URL(returnPath, location.origin).href}
          payLabel={`Pay ${amountInDollars(checkout.quote.total)}`}
          onBusy={onBusy}
          onResult={result.take}
          onBroken={() => void result.lookAgain(cardPayments)}
        />
      ) : (
        <p role="status">Loading the card form…</p>
      )}
      {isTestPayments(payments) && (
        <p className="text-sm text-ink-soft">
          Test payments: use 4242 4242 4242 4242 with any future date and any CVC. No real card is
          charged.
        </p>
      )}
    </Card>
  );
}

type ForWhomProps = { recipient: SentRecipient | null | undefined };

type OrderSummaryProps = { quote: QuoteReply; order?: PreparedOrder } & Partial<ForWhomProps>;

/** `order`: with whom it feeds, for anyone who pays in the wizard; a pay link says it above. */
export function OrderSummary({ quote, order, recipient = order?.recipient }: OrderSummaryProps) {
  const { phone } = useConfig().business;
  const ordered = quote.items.toSorted(compareByTable);
  const deliveries = [
    ...Map.groupBy(ordered, (item) => `${item.deliveryDate}|${item.deliveryWindow}`).values(),
  ];
  return (
    <Card as="section" className="grid content-start gap-4 self-start" aria-labelledby="summary">
      <h2 id="summary" className="text-xl">
        Your order
      </h2>
      <ForWhom recipient={recipient} />
      {order?.people && (
        <NeedsSection
          people={order.people.map((person) => ({ ...NO_FOOD_NEEDS, ...person }))}
          instructions={order.customer.specialInstructions}
          phone={phone}
        />
      )}
      <details className="group">
        <summary className="flex justify-between gap-4 font-semibold text-primary">
          {quote.items.length} {quote.items.length === 1 ? 'meal' : 'meals'} in {deliveries.length}{' '}
          {deliveries.length === 1 ? 'delivery' : 'deliveries'}
          <span aria-hidden="true" className="transition-transform group-open:rotate-180">
            ⌄
          </span>
        </summary>
        <div className="mt-3 grid gap-4">
          {deliveries.map((items) => (
            <Delivery key={items[0]?.deliveryDate} items={items} />
          ))}
        </div>
      </details>
      <Amounts quote={quote} />
      {quote.fees.length > 1 && <p className="text-sm text-ink-soft">{OWN_BAG}</p>}
    </Card>
  );
}

function ForWhom({ recipient }: ForWhomProps) {
  if (!recipient) return null;
  return (
    <p className="wrap-anywhere">
      {recipient.isGift ? 'A present for ' : 'For '}
      <strong>
        {recipient.firstName} {recipient.lastName}
      </strong>
    </p>
  );
}

/** By delivery date, then as eaten: day, lunch before dinner. */
function compareByTable(a: QuoteReply['items'][number], b: QuoteReply['items'][number]): number {
  const keyOf = ({ deliveryDate, mealDate, mealType }: typeof a) =>
    `${deliveryDate} ${mealDate} ${mealType === 'lunch' ? 0 : 1}`;
  return keyOf(a).localeCompare(keyOf(b));
}

function Delivery({ items }: { items: QuoteReply['items'] }) {
  const [first] = items;
  const { business } = useConfig();
  if (!first) return null;
  const helpings = helpingsOf(items);
  return (
    <div>
      <h3 className="text-base font-semibold">
        {formatDate(first.deliveryDate)}, {windowLabel(first.deliveryWindow)}
      </h3>
      <ul className="grid gap-1 text-sm">
        {items.map((item, index) => (
          <li key={index} className="flex justify-between gap-4">
            <span>
              {item.mealName}
              <span className="text-ink-soft">
                {' '}
                · <PersonName name={item.personName} />, {serviceOf(item.mealType, business).name}{' '}
                {formatDayAndMonth(item.mealDate)}
                {helpings[index] === 2 && ', second helping'}
              </span>
            </span>
            <Price amount={item.price} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Amounts({ quote }: { quote: QuoteReply }) {
  const { business } = useConfig();
  const lines = [
    { label: 'Meals', amount: quote.subtotal },
    ...quote.deliveryLines,
    taxLine(business, quote),
  ];
  return (
    <div className="border-t border-line pt-4">
      <AmountList lines={lines} total={quote.total} />
    </div>
  );
}
