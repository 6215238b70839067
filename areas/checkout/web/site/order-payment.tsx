import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CheckoutReply, CheckoutConflictReply } from '#areas/checkout/calls/payments.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { CheckoutFrame, HoldTime } from './hold-time.tsx';
import { placedOrderQuery, readConflict } from './checkout-queries.ts';
import { OrderSummary } from './order-summary.tsx';
import { PayByCard } from './pay-by-card.tsx';
import { useHold } from './use-hold.ts';
import { problemTitle, UNKNOWN_RESULT, usePaymentResult } from './use-payment-result.ts';
import { namesOfWindows } from './other-windows.ts';
import { WindowButtons, useWindowsInstead } from './window-buttons.tsx';

const NOT_CHARGED = 'Nothing was charged.';

type OrderPaymentProps = {
  checkout: CheckoutReply & { clockOffsetMs: number };
  orderData: PreparedOrder;
  /** Why an earlier attempt failed. */
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
