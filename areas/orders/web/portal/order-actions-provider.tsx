import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import type { AdminOrderReply, OrderConflictReply } from '#areas/order-book/calls/admin-orders.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { canCancelOrder, type OrderStatus } from '#areas/order-book/rules/order-status.ts';
import { fetchOrder, readOrderConflict } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { stillToCome } from '#areas/order-book/rules/set-many.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import { isSignedOut } from '#platform/web/api/session.ts';
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

  const work = useMutation({
    mutationFn: sendAction,
    onSuccess: (after, action) => {
      cacheOrder(client, after);
      refreshAround(client, after.id);
      close();
      showToast(successToast(action, after));
    },
    onError: async (error, action) => {
      const conflict = readOrderConflict(error);
      if (!conflict) {
        if (!isSignedOut(error)) showToast(failureToast(action));
        return;
      }
      setCancelling(null);
      setDelivering(null);
      setPausing(null);
      setRefusal({ action, conflict });
      const now = await fetchOrder(action.order.id).catch(() => null);
      if (!now) return;
      cacheOrder(client, now);
      refreshAround(client, now.id);
      setRefusal({ action: { ...action, order: now }, conflict });
    },
  });

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
    else work.mutate({ kind: 'status', order, status: 'delivered' });
  }
  const actions: OrderActions = {
    setStatus: (order, status) => {
      if (status === order.status || work.isPending) return;
      if (status === 'cancelled') setCancelling(order);
      else if (status === 'delivered') void askOrDeliver(order);
      else if (status === 'pending' && inKitchenCount(order) > 0) setPausing(order);
      else work.mutate({ kind: 'status', order, status });
    },
    cancel: setCancelling,
    refundDifference: (order) => {
      if (work.isPending) return;
      const reason = order.status === 'cancelled' ? 'Order cancelled' : 'Order changed';
      work.mutate({ kind: 'refund', order, reason });
    },
    busyWith: work.isPending ? work.variables : null,
  };
  return (
    <OrderActionsContext value={actions}>
      {children}
      <CancelOrderDialog
        order={cancelling}
        isBusy={work.isPending}
        onCancelOrder={(order, refund, reason) =>
          work.mutate(
            canCancelOrder(order)
              ? { kind: 'cancel', order, refund, reason }
              : { kind: 'status', order, status: 'cancelled' },
          )
        }
        onCancelAhead={(order, ahead) => work.mutate({ kind: 'ahead', order, ...ahead })}
        onClose={() => setCancelling(null)}
      />
      <PauseOrderDialog
        order={pausing}
        isBusy={work.isPending}
        onPause={(order) => work.mutate({ kind: 'status', order, status: 'pending' })}
        onClose={() => setPausing(null)}
      />
      <StillToComeDialog
        delivering={delivering}
        isBusy={work.isPending}
        onWholeOrder={(order) => work.mutate({ kind: 'status', order, status: 'delivered' })}
        onOnlyToday={(asked) => work.mutate({ kind: 'today', ...asked })}
        onClose={() => setDelivering(null)}
      />
      <OrderConflictDialog
        orderNumber={refusal?.action.order.orderNumber ?? ''}
        conflict={refusal?.conflict ?? null}
        overrideLabel={refusal && overrideLabel(refusal.action, refusal.conflict)}
        isBusy={work.isPending}
        onOverride={() => refusal && work.mutate(refusal.action)}
        onClose={() => setRefusal(null)}
      />
    </OrderActionsContext>
  );
}
