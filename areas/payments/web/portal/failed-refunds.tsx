import { useState } from 'react';
import type { FailedRefundReply } from '#areas/payments/calls/admin-payments.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Price } from '#platform/web/ui/price.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { describeRefundFailure } from './describe-payments.ts';
import { OverviewSection } from './overview-section.tsx';
import { HandledDialog } from './handled-dialog.tsx';
import { OrderLink } from '#areas/order-book/web/order-link.tsx';
import { RetryRefundDialog } from './retry-refund-dialog.tsx';

type Asked = { refund: FailedRefundReply; about: 'retry' | 'handled' };

/** Money that customers were promised and did not get. */
export function FailedRefunds({ refunds }: { refunds: readonly FailedRefundReply[] }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      {refunds.length > 0 && (
        <OverviewSection
          title="Failed refunds"
          about="The customer has not been paid. Send it again, or pay another way and record how."
        >
          <ul className="grid gap-3 lg:grid-cols-2">
            {refunds.map((refund) => (
              <FailedRefund
                key={refund.id}
                refund={refund}
                onAsk={(about) => setAsked({ refund, about })}
              />
            ))}
          </ul>
        </OverviewSection>
      )}
      <RetryRefundDialog refund={asked?.about === 'retry' ? asked.refund : null} onClose={close} />
      <HandledDialog refund={asked?.about === 'handled' ? asked.refund : null} onClose={close} />
    </>
  );
}

type FailedRefundProps = { refund: FailedRefundReply; onAsk: (about: Asked['about']) => void };

function FailedRefund({ refund, onAsk }: FailedRefundProps) {
  const formatInstant = useFormatInstant();
  const { orderId, orderNumber, amount, reason, failureReason, failedAt, staffEmail } = refund;
  return (
    <Card as="li" className="grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <OrderLink id={orderId} orderNumber={orderNumber} />
        <Price amount={amount} className="text-lg font-semibold" />
      </div>
      <div className="grid gap-1">
        <p className="font-semibold break-words text-danger">
          {describeRefundFailure(failureReason)}
        </p>
        <p className="text-sm break-words text-ink-soft">
          {reason}, requested by{' '}
          {staffEmail ?? 'no one here (automatic, or made at the card provider)'}, failed{' '}
          {formatInstant(failedAt)}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button size="small" onClick={() => onAsk('retry')}>
          Send again
          <VisuallyHidden> the refund of order {orderNumber}</VisuallyHidden>
        </Button>
        <Button size="small" variant="secondary" onClick={() => onAsk('handled')}>
          Mark as handled
          <VisuallyHidden> the refund of order {orderNumber}</VisuallyHidden>
        </Button>
      </div>
    </Card>
  );
}
