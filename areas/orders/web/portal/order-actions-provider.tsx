import { useQueryClient } from '@tanstack/react-query';
import { refusalOf } from '#platform/web/api/failure.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { createContext, type ReactNode, useContext, useState } from 'react';
import {
  type AdminOrderReply,
  ORDER_CONFLICT_CODES,
  type OrderConflictReply,
} from '#areas/order-book/calls/admin-orders.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { canCancelOrder, type OrderStatus } from '#areas/order-book/rules/order-status.ts';
import { fetchOrder } from '#areas/orders/web/portal/admin-orders-queries.ts';
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
import { inKitchenCount, PauseOrderDialog } from './pause-order-dialog.tsx';
import { type Delivering, StillToComeDialog } from './still-to-come-dialog.tsx';
import { OrderConflictDialog } from './order-conflict-dialog.tsx';

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
      const conflict = refusalOf<OrderConflictReply>(failure, ORDER_CONFLICT_CODES);
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
        overrideLabel={refusal && overrideLabel(refusal.action, refusal.conflict)}
        isBusy={work.isBusy}
        onOverride={() => refusal && work.run(refusal.action)}
        onClose={() => setRefusal(null)}
      />
    </OrderActionsContext>
  );
}
