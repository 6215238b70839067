import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { IN_KITCHEN } from '#areas/order-book/rules/kitchen-bag.ts';

/** Its deliveries that are not on the road yet. */
export function inKitchenCount({ deliveries }: Pick<AdminOrderReply, 'deliveries'>): number {
  return deliveries.filter(({ status }) => IN_KITCHEN.some((one) => one === status)).length;
}

type PauseOrderDialogProps = {
  /** Null: closed. */
  order: AdminOrderReply | null;
  isBusy: boolean;
  onPause: (order: AdminOrderReply) => void;
  onClose: () => void;
};

/** Before an order is called pending that the kitchen would leave out from then on. */
export function PauseOrderDialog({ order, isBusy, onPause, onClose }: PauseOrderDialogProps) {
  if (order === null) return null;
  const count = inKitchenCount(order);
  return (
    <ActionDialog
      title={`Set ${order.orderNumber} to pending`}
      act="Set to pending"
      keep="Leave as it is"
      change={{ isBusy: isBusy }}
      go={() => onPause(order)}
      onClose={onClose}
    >
      <p>
        {count === 1 ? '1 delivery ahead is' : `${count} deliveries ahead are`} not cooked until you
        confirm the order again. {count === 1 ? 'Its place stays' : 'Their places stay'} booked.
      </p>
    </ActionDialog>
  );
}
