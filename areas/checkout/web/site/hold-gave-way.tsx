import type { CheckoutConflictReply } from '#areas/checkout/calls/payments.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { namesOfWindows } from './other-windows.ts';
import { WindowButtons } from './window-buttons.tsx';

type HoldGaveWayProps = {
  conflict: CheckoutConflictReply;
  orderData: PreparedOrder;
  onNewOrder: (orderData: PreparedOrder) => void;
  onRetry: () => void;
};

/** Somebody else paid for the place that was held for this basket. */
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
