import type { OrderToChangeReply } from '#areas/order-book/calls/order-change.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import type { ChangeStart } from './change-draft.ts';

type ChangeIntroProps = { order: OrderToChangeReply; start: ChangeStart; onStartOver: () => void };

/** Until when it can be changed, and what was kept from before. */
export function ChangeIntro({ order, start, onStartOver }: ChangeIntroProps) {
  const formatInstant = useFormatInstant();
  const { timeZone } = useConfig().business;
  return (
    <>
      <p className="-mt-4 max-w-3xl text-ink-soft">
        Order{' '}
        <strong translate="no" className="text-ink tabular-nums">
          {order.orderNumber}
        </strong>
        . You can change it until {formatInstant(order.changeUntil)} ({timeZone.split('/').at(-1)}{' '}
        time). Nothing happens until you’ve seen the price and agreed.
      </p>
      {start.is !== 'fresh' && (
        <Notice
          announce="polite"
          title={
            start.is === 'kept'
              ? 'We kept what you chose before'
              : 'Your order has changed since. We kept what you chose'
          }
        >
          <p>
            {start.is === 'kept'
              ? 'It isn’t part of your order yet.'
              : 'Your choices are on top of the order as it is now. Please check them.'}
          </p>
          <Button
            variant="secondary"
            size="small"
            className="justify-self-start"
            onClick={onStartOver}
          >
            Start over
          </Button>
        </Notice>
      )}
    </>
  );
}
