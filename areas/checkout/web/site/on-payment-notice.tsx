import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { namesOfWindows } from './other-windows.ts';
import { useWindowsInstead, WindowButtons } from './window-buttons.tsx';

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
