import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { atQuotedPrices } from '#areas/order-book/rules/quoted-order.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Price } from '#platform/web/ui/price.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { OrderSummary } from './order-summary.tsx';

type NewPriceProps = {
  quote: QuoteReply;
  orderData: PreparedOrder;
  onAccept: (orderData: PreparedOrder) => void;
};

export function NewPrice({ quote, orderData, onAccept }: NewPriceProps) {
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
