import { useQuery, queryOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type PayPageReply, getPayPage, openPayLink } from '#areas/checkout/calls/phone-orders.ts';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { payUntilText } from '#areas/order-book/rules/phone-order.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { serviceOf } from '#areas/business/rules/services.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { PayByCard, NextSteps, OrderSummary } from './order-payment.tsx';
import { CheckoutFrame, HoldTime, useHold } from '#areas/checkout/web/site/hold-time.tsx';
import {
  problemTitle,
  UNKNOWN_RESULT,
  usePaymentResult,
} from '#areas/checkout/web/site/use-card-payments.ts';
import { AsWritten, PersonName } from '#platform/web/ui/person-name.tsx';
import { warmWords } from '#areas/order-book/rules/warm-portion.ts';
import { formatDayAndMonth, formatLongDate } from '#platform/rules/plain-date.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { newsText } from '#areas/business/rules/recipient.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { NeedsSection } from '#areas/needs/web/needs-list.tsx';
import { customerName } from '#areas/order-book/rules/order.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { freshQuery } from '#platform/web/api/call-query.ts';
import { call } from '#platform/web/api/client.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';

type OpenLinkProps = {
  token: string;
  page: PayPageReply;
  order: NonNullable<PayPageReply['order']>;
  /** Why an earlier attempt failed. */
  firstProblem: string | null;
  onPaid: (payment: { paymentIntentId: string; clientSecret: string }) => void;
  /** Its time is over, or it was paid or cancelled meanwhile. */
  onOver: () => void;
};

export function OpenLink({ token, page, order, firstProblem, onPaid, onOver }: OpenLinkProps) {
  const { phone } = useConfig().business;
  const { data: checkout, error, isFetching, refetch } = useQuery(payLinkQuery(token));
  const isClosed = error instanceof ApiError && error.status === 409;
  useEffect(() => {
    if (isClosed) onOver();
  }, [isClosed, onOver]);

  return (
    <CheckoutFrame
      heading={`${page.firstName}, your order is ready to pay`}
      canGoBack={false}
      aside={<OrderSummary quote={order.quote} recipient={order.recipient} />}
    >
      <OrderedOnPhone order={order} />
      {checkout ? (
        <Payment
          key={checkout.paymentIntentId}
          token={token}
          checkout={checkout}
          firstProblem={firstProblem}
          onPaid={onPaid}
          onOver={onOver}
        />
      ) : error && !isFetching && !isClosed ? (
        <ErrorState
          title="We couldn’t open the payment"
          message={`${describeFailure(error)} Nothing was charged. If it doesn’t work, call us: ${phone}.`}
          onRetry={() => void refetch()}
        />
      ) : (
        <p role="status">Opening the payment…</p>
      )}
    </CheckoutFrame>
  );
}

type PaymentProps = Pick<OpenLinkProps, 'token' | 'firstProblem' | 'onPaid' | 'onOver'> & {
  checkout: CheckoutReply & { clockOffsetMs: number };
};

function Payment({ token, checkout, firstProblem, onPaid, onOver }: PaymentProps) {
  const { timeZone } = useConfig().business;
  const [isPaying, setIsPaying] = useState(false);
  const hold = useHold(checkout);
  const result = usePaymentResult(checkout, firstProblem, () => onPaid(checkout));
  const { problem } = result;
  const isOver = hold.secondsLeft <= 0 && !isPaying;
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver, onOver]);
  if (isOver) return <p role="status">Your time to pay has run out…</p>;
  return (
    <>
      <HoldTime
        hold={hold}
        isOver={false}
        until={payUntilText(Date.parse(checkout.holdExpiresAt), timeZone)}
      />
      {checkout.justOrdered && (
        <Notice tone="warning" title="You have just ordered for one of these days">
          <p>
            An order for this email and address was paid a few minutes ago. Only pay here if you
            want a second one.
          </p>
        </Notice>
      )}
      {problem && (
        <Notice tone="error" title={problemTitle(problem)} announce="now">
          <p>{problem}</p>
          {problem !== UNKNOWN_RESULT && <NextSteps problem={problem} />}
        </Notice>
      )}
      <PayByCard
        checkout={checkout}
        returnPath={paths.pay(token)}
        result={result}
        onBusy={setIsPaying}
      />
    </>
  );
}

type Ordered = NonNullable<PayPageReply['order']>;

/** All of it in plain sight: the caller has only heard it until now. */
function OrderedOnPhone({ order }: { order: Ordered }) {
  const { business } = useConfig();
  const { phone } = business;
  const { recipient } = order;
  const deliveries = [
    ...Map.groupBy(order.quote.items, (item) => `${item.deliveryDate} ${item.deliveryWindow}`),
  ].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return (
    <Card
      as="section"
      padding="large"
      className="grid gap-5 wrap-anywhere"
      aria-labelledby="ordered"
    >
      <h2 id="ordered" className="text-xl">
        Is this what you ordered?
      </h2>
      <div className="grid gap-2 rounded-2xl bg-warning-soft px-4 py-3">
        <NeedsSection
          people={order.people}
          instructions={order.specialInstructions}
          phone={phone}
        />
      </div>
      {deliveries.map(([key, items]) => (
        <Delivery key={key} items={items} />
      ))}
      <div>
        <h3 className="text-base font-semibold">Delivered to</h3>
        <p>
          {recipient ? customerName(recipient) : order.name}
          {recipient?.isGift && ', a present'}
        </p>
        <p>
          <AsWritten>{order.address}</AsWritten>
        </p>
        {recipient && (
          <>
            <p>{formatPhone(recipient.phone)}</p>
            {recipient.message !== '' && (
              <p className="whitespace-pre-line">Card: “{recipient.message}”</p>
            )}
            <p className="text-ink-soft">{newsText(recipient)}</p>
          </>
        )}
        <p className="text-ink-soft">
          {order.deliveryPreference === 'warm'
            ? (warmWords(order.quote.items, business) ?? 'Cold, in insulated packaging')
            : `Cold, left at ${recipient ? 'their' : 'your'} door in an insulated bag`}
        </p>
      </div>
      <p>
        Something isn’t right? Call us before you pay:{' '}
        <a href={paths.phone(phone)} className="font-semibold whitespace-nowrap underline">
          {phone}
        </a>
        . After you pay, you can change the order yourself.
      </p>
    </Card>
  );
}

function Delivery({ items }: { items: Ordered['quote']['items'] }) {
  const [first] = items;
  const { business } = useConfig();
  if (!first) return null;
  return (
    <div>
      <h3 className="text-base font-semibold">
        {formatLongDate(first.deliveryDate)}, {windowLabel(first.deliveryWindow)}
      </h3>
      <ul className="mt-1 grid gap-1">
        {items.map((item, index) => (
          <li key={index}>
            {item.mealName}{' '}
            <span className="text-ink-soft">
              · <PersonName name={item.personName} />, {serviceOf(item.mealType, business).name}
              {item.mealDate !== item.deliveryDate && ` ${formatDayAndMonth(item.mealDate)}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What a caller has ordered on the phone, by the secret in their link. Refetched whenever it is shown. */
export function payPageQuery(token: string) {
  return freshQuery(['pay-page', token], getPayPage, { params: { token } });
}

/** Opens their payment, or finds the one that is open. `clockOffsetMs` as of `checkoutQuery`. */
function payLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['pay-link', token],
    gcTime: 0,
    // A reply that is not OK stays so.
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
    queryFn: async ({ client }) => {
      const checkout = await call(openPayLink, { params: { token } });
      const week = await client.fetchQuery({ ...orderingWeekQuery, staleTime: 0 });
      return { ...checkout, clockOffsetMs: Date.parse(week.now) - Date.now() };
    },
  });
}
