import type { UndecidedOrderReply } from '#areas/payments/calls/admin-payments.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import {
  type OrderDecision,
  sendDecision,
} from '#areas/payments/web/portal/payments-overview-queries.ts';
import { HoldLines } from '#areas/order-book/web/hold-lines.tsx';
import { describeDelivery } from './describe-payments.ts';
import { usePaymentsChange } from './use-payments-change.ts';

type Asked = { order: UndecidedOrderReply; decision: OrderDecision };

const WORDS: Record<OrderDecision, { title: string; confirm: string; busy: string }> = {
  keep: { title: 'Keep this order?', confirm: 'Keep order', busy: 'Confirming…' },
  refund: { title: 'Cancel and refund?', confirm: 'Cancel and refund', busy: 'Refunding…' },
};

type DecideDialogProps = {
  /** Null: closed. */
  asked: Asked | null;
  onClose: () => void;
};

export function DecideDialog({ asked, onClose }: DecideDialogProps) {
  const deciding = usePaymentsChange(
    ({ order, decision }: Asked) => sendDecision(order, decision),
    {
      says: ({ orderNumber, status }) => ({
        title: status === 'confirmed' ? 'Order Kept' : 'Order Cancelled',
        description:
          status === 'confirmed'
            ? `${orderNumber} is confirmed and has its places.`
            : `${orderNumber} is cancelled. We’re refunding the full amount to the card.`,
        tone: 'success',
      }),
      onDone: onClose,
    },
  );

  function close() {
    deciding.reset();
    onClose();
  }

  const words = WORDS[asked?.decision ?? 'keep'];
  return (
    <ActionDialog
      open={asked !== null}
      title={words.title}
      act={words.confirm}
      keep="Not now"
      busyLabel={words.busy}
      danger={asked?.decision === 'refund'}
      change={deciding}
      go={() => asked && deciding.run(asked)}
      onClose={close}
    >
      {asked?.decision === 'keep' && <Keeping order={asked.order} />}
      {asked?.decision === 'refund' && <Refunding order={asked.order} />}
    </ActionDialog>
  );
}

function Keeping({ order }: { order: UndecidedOrderReply }) {
  const { onHold = [] } = order;
  return (
    <>
      <p>
        This confirms order {order.orderNumber} for {order.customerName} and takes a place in each
        of these windows, if one is left:
      </p>
      <ul className="list-disc pl-5">
        {order.deliveries.map((delivery) => (
          <li key={`${delivery.date} ${delivery.timeSlot}`}>{describeDelivery(delivery)}</li>
        ))}
      </ul>
      {onHold.length > 0 && (
        <div>
          <HoldLines onHold={onHold} />
          <p>It stays on hold: not cooked until it is settled under Food to settle.</p>
        </div>
      )}
      {order.reason === 'amount_differs' && (
        <p>The amount paid stays the same. The order then shows any overpayment or shortfall.</p>
      )}
    </>
  );
}

function Refunding({ order }: { order: UndecidedOrderReply }) {
  return (
    <p>
      This cancels order {order.orderNumber} for {order.customerName} and refunds the full amount to
      the card. The customer gets an email. This cannot be undone.
    </p>
  );
}
