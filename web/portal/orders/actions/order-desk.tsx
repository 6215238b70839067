import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import type { AdminOrderReply, OrderConflictReply } from '#contract/admin-orders.ts';
import { canCancelOrder, type OrderStatus } from '#domain/ordering/status/order-status.ts';
import { loadOrder, readOrderConflict } from '#web/api/portal/admin-orders.ts';
import { isSignedOut } from '#web/api/session.ts';
import { useToast } from '#web/ui/feedback/toast.tsx';
import { CancelOrderDialog } from './cancel-order-dialog.tsx';
import {
  insistWords,
  type OrderAction,
  sendAction,
  tellFailure,
  tellSuccess,
} from './order-action.ts';
import { keepOrder, refreshAround } from '../list/order-cache.ts';
import { OrderConflictDialog } from './order-conflict-dialog.tsx';

export type Desk = {
  setStatus: (order: AdminOrderReply, status: OrderStatus) => void;
  /** Asks for confirmation first. */
  cancel: (order: AdminOrderReply) => void;
  refundDifference: (order: AdminOrderReply) => void;
  /** The action in progress; null: none. */
  busyWith: OrderAction | null;
};

type Refusal = { action: OrderAction; conflict: OrderConflictReply };

const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('This belongs inside the orders screen');
  return desk;
}

/** Runs actions on orders for all buttons of the screen, with its own dialogs to confirm and explain. */
export function OrderDesk({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { showToast } = useToast();
  const [cancelling, setCancelling] = useState<AdminOrderReply | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const work = useMutation({
    mutationFn: sendAction,
    onSuccess: (after, action) => {
      keepOrder(client, after);
      refreshAround(client, after.id);
      close();
      showToast(tellSuccess(action, after));
    },
    onError: async (error, action) => {
      const conflict = readOrderConflict(error);
      if (!conflict) {
        if (!isSignedOut(error)) showToast(tellFailure(action));
        return;
      }
      setCancelling(null);
      setRefusal({ action, conflict });
      const now = await loadOrder(action.order.id).catch(() => null);
      if (!now) return;
      keepOrder(client, now);
      refreshAround(client, now.id);
      setRefusal({ action: { ...action, order: now }, conflict });
    },
  });

  function close() {
    setCancelling(null);
    setRefusal(null);
  }
  const desk: Desk = {
    setStatus: (order, status) => {
      if (status === order.status || work.isPending) return;
      if (status === 'cancelled') setCancelling(order);
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
    <DeskContext value={desk}>
      {children}
      <CancelOrderDialog
        order={cancelling}
        isBusy={work.isPending}
        onCancelOrder={(order, refund) =>
          work.mutate(
            canCancelOrder(order)
              ? { kind: 'cancel', order, refund }
              : { kind: 'status', order, status: 'cancelled' },
          )
        }
        onClose={() => setCancelling(null)}
      />
      <OrderConflictDialog
        orderNumber={refusal?.action.order.orderNumber ?? ''}
        conflict={refusal?.conflict ?? null}
        insistLabel={refusal && insistWords(refusal.action, refusal.conflict)}
        isBusy={work.isPending}
        onInsist={() => refusal && work.mutate(refusal.action)}
        onClose={() => setRefusal(null)}
      />
    </DeskContext>
  );
}
