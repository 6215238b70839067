import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { isEnded } from '#areas/order-book/rules/delivery-status.ts';
import { stillToCome } from '#areas/order-book/rules/set-many.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';

export type Delivering = { order: AdminOrderReply; today: PlainDate };

type StillToComeDialogProps = {
  delivering: Delivering | null;
  isBusy: boolean;
  onWholeOrder: (order: AdminOrderReply) => void;
  onOnlyToday: (delivering: Delivering) => void;
  onClose: () => void;
};

/** Before an order is called delivered that is not all there yet. */
export function StillToComeDialog(props: StillToComeDialogProps) {
  const { delivering, isBusy, onWholeOrder, onOnlyToday, onClose } = props;
  if (delivering === null) return null;
  const { order, today } = delivering;
  const ahead = stillToCome(order.deliveries, today);
  const isForToday = order.deliveries.some(
    ({ date, status }) => date === today && !isEnded(status),
  );
  const days = ahead.map(({ date }) => formatDayAndMonth(date)).join(', ');
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        ahead.length === 1
          ? '1 delivery is still to come'
          : `${ahead.length} deliveries are still to come`
      }
      actions={
        <>
          <Button variant="secondary" size="small" onClick={onClose}>
            Leave as it is
          </Button>
          {isForToday && (
            <Button
              variant="secondary"
              size="small"
              disabled={isBusy}
              onClick={() => onOnlyToday(delivering)}
            >
              Only today’s delivery
            </Button>
          )}
          <Button size="small" busy={isBusy} onClick={() => onWholeOrder(order)}>
            The whole order
          </Button>
        </>
      }
    >
      <p>
        {ahead.length === 1 ? 'It is due' : 'They are due'} on {days}. If you set the whole order to
        delivered, deliveries up to today become delivered. Those ahead stay planned: we still cook
        and deliver them, and the customer is told only about what has arrived.
      </p>
    </Dialog>
  );
}
