import { useQueryClient } from '@tanstack/react-query';
import { conflictIn } from '#platform/web/api/failure.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { createContext, type ReactNode, useContext, useState } from 'react';
import {
  type AdminOrderReply,
  ORDER_CONFLICT_CODES,
  type OrderConflictReply,
} from '#areas/order-book/calls/admin-orders.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { canCancelOrder, type OrderStatus } from '#areas/order-book/rules/order-status.ts';
import { fetchOrder } from './admin-orders-queries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { stillToCome } from '#areas/order-book/rules/set-many.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { CancelOrderDialog } from './cancel-order-dialog.tsx';
import {
  overrideLabel,
  type OrderAction,
  sendAction,
  failureToast,
  successToast,
} from './order-action.ts';
import { cacheOrder, refreshAround } from '#areas/orders/web/portal/list/order-cache.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { IN_KITCHEN } from '#areas/order-book/rules/kitchen-bag.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { ConflictText } from './conflict-text.tsx';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { isEnded } from '#areas/order-book/rules/delivery-status.ts';

export type OrderActions = {
  setStatus: (order: AdminOrderReply, status: OrderStatus) => void;
  /** Asks for confirmation first. */
  cancel: (order: AdminOrderReply) => void;
  refundDifference: (order: AdminOrderReply) => void;
  /** The action in progress; null: none. */
  busyWith: OrderAction | null;
};

type Refusal = { action: OrderAction; conflict: OrderConflictReply };

const OrderActionsContext = createContext<OrderActions | null>(null);

export function useOrderActions(): OrderActions {
  const actions = useContext(OrderActionsContext);
  if (!actions) throw new Error('This belongs inside the orders screen');
  return actions;
}

/** Runs actions on orders for all buttons of the screen, with its own dialogs to confirm and explain. */
export function OrderActionsProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { showToast } = useToast();
  const [cancelling, setCancelling] = useState<AdminOrderReply | null>(null);
  const [delivering, setDelivering] = useState<Delivering | null>(null);
  const [pausing, setPausing] = useState<AdminOrderReply | null>(null);
  const { timeZone } = useConfig().business;
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const work = useChange(sendAction, {
    onDone(after) {
      cacheOrder(client, after);
      refreshAround(client, after.id);
      close();
    },
    says: (after, action) => successToast(action, after),
    onFailure(failure, { given: action }) {
      const conflict = conflictIn<OrderConflictReply>(failure, ORDER_CONFLICT_CODES);
      if (conflict) void explain({ action, conflict });
      else showToast(failureToast(action));
    },
  });

  /** With the order as it is now. */
  async function explain({ action, conflict }: Refusal) {
    close();
    setRefusal({ action, conflict });
    const now = await fetchOrder(action.order.id).catch(() => null);
    if (!now) return;
    cacheOrder(client, now);
    refreshAround(client, now.id);
    setRefusal({ action: { ...action, order: now }, conflict });
  }

  function close() {
    setCancelling(null);
    setDelivering(null);
    setPausing(null);
    setRefusal(null);
  }
  /** Without an answer the server decides all the same: it leaves later days as they are. */
  async function askOrDeliver(order: AdminOrderReply) {
    const week = await client.fetchQuery(orderingWeekQuery).catch(() => null);
    const today = week && wallTimeAt(Date.parse(week.now), timeZone).date;
    if (today && stillToCome(order.deliveries, today).length > 0) setDelivering({ order, today });
    else work.run({ kind: 'status', order, status: 'delivered' });
  }
  const actions: OrderActions = {
    setStatus: (order, status) => {
      if (status === order.status || work.isBusy) return;
      if (status === 'cancelled') setCancelling(order);
      else if (status === 'delivered') void askOrDeliver(order);
      else if (status === 'pending' && inKitchenCount(order) > 0) setPausing(order);
      else work.run({ kind: 'status', order, status });
    },
    cancel: setCancelling,
    refundDifference: (order) => {
      if (work.isBusy) return;
      const reason = order.status === 'cancelled' ? 'Order cancelled' : 'Order changed';
      work.run({ kind: 'refund', order, reason });
    },
    busyWith: work.isBusy ? (work.given ?? null) : null,
  };
  return (
    <OrderActionsContext value={actions}>
      {children}
      <CancelOrderDialog
        order={cancelling}
        isBusy={work.isBusy}
        onCancelOrder={(order, refund, reason) =>
          work.run(
            canCancelOrder(order)
              ? { kind: 'cancel', order, refund, reason }
              : { kind: 'status', order, status: 'cancelled' },
          )
        }
        onCancelAhead={(order, ahead) => work.run({ kind: 'ahead', order, ...ahead })}
        onClose={() => setCancelling(null)}
      />
      <PauseOrderDialog
        order={pausing}
        isBusy={work.isBusy}
        onPause={(order) => work.run({ kind: 'status', order, status: 'pending' })}
        onClose={() => setPausing(null)}
      />
      <StillToComeDialog
        delivering={delivering}
        isBusy={work.isBusy}
        onWholeOrder={(order) => work.run({ kind: 'status', order, status: 'delivered' })}
        onOnlyToday={(asked) => work.run({ kind: 'today', ...asked })}
        onClose={() => setDelivering(null)}
      />
      <OrderConflictDialog
        orderNumber={refusal?.action.order.orderNumber ?? ''}
        conflict={refusal?.conflict ?? null}
        override={refusal && overrideLabel(refusal.action, refusal.conflict)}
        isBusy={work.isBusy}
        onOverride={() => refusal && work.run(refusal.action)}
        onClose={() => setRefusal(null)}
      />
    </OrderActionsContext>
  );
}

/** Its deliveries that are not on the road yet. */
function inKitchenCount({ deliveries }: Pick<AdminOrderReply, 'deliveries'>): number {
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
function PauseOrderDialog({ order, isBusy, onPause, onClose }: PauseOrderDialogProps) {
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

type OrderConflictDialogProps = {
  orderNumber: string;
  /** Null: closed. */
  conflict: OrderConflictReply | null;
  /** Null: overriding is not possible. */
  override: string | null;
  isBusy: boolean;
  onOverride: () => void;
  onClose: () => void;
};

/** Why something was not done, and whether to do it anyway. */
function OrderConflictDialog({
  orderNumber,
  conflict,
  override,
  isBusy,
  onOverride,
  onClose,
}: OrderConflictDialogProps) {
  const mayMakeRoom = useMayDo('editSlots');
  return (
    <Dialog
      open={conflict !== null}
      onClose={onClose}
      title={`Order ${orderNumber} was not changed`}
      actions={
        <>
          <Button variant="secondary" size="small" onClick={onClose}>
            {override === null ? 'Close' : 'Leave as is'}
          </Button>
          {override !== null && (
            <Button variant="danger" size="small" busy={isBusy} onClick={onOverride}>
              {override}
            </Button>
          )}
        </>
      }
    >
      {conflict && (
        <div className="grid gap-3">
          <ConflictText conflict={conflict} />
          {conflict.code === 'slot_full' && mayMakeRoom && (
            <Link to={paths.deliverySlots()} className="font-semibold underline underline-offset-4">
              Make room in Delivery Slots
            </Link>
          )}
        </div>
      )}
    </Dialog>
  );
}

type Delivering = { order: AdminOrderReply; today: PlainDate };

type StillToComeDialogProps = {
  delivering: Delivering | null;
  isBusy: boolean;
  onWholeOrder: (order: AdminOrderReply) => void;
  onOnlyToday: (delivering: Delivering) => void;
  onClose: () => void;
};

/** Before an order is called delivered that is not all there yet. */
function StillToComeDialog(props: StillToComeDialogProps) {
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
