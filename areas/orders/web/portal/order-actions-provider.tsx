import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import { conflictIn } from '#platform/web/api/failure.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import {
  type AdminOrderReply,
  ORDER_CONFLICT_CODES,
  type OrderConflictReply,
} from '#areas/order-book/calls/admin-orders.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import type { OrderStatus } from '#areas/order-book/rules/order-status.ts';
import { IN_KITCHEN } from '#areas/order-book/rules/kitchen-bag.ts';
import { stillToCome } from '#areas/order-book/rules/set-many.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { cacheOrder, refreshAround } from '#areas/orders/web/portal/list/order-cache.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { fetchOrder } from './admin-orders-queries.ts';
import { CancelOrderDialog } from './cancel-order-dialog.tsx';
import { conflictText } from './conflict-text.tsx';
import {
  failureToast,
  type OrderAction,
  overrideLabel,
  sendAction,
  successToast,
} from './order-action.ts';

export type OrderActions = {
  setStatus: (order: AdminOrderReply, status: OrderStatus) => void;
  /** Asks for confirmation first. */
  cancel: (order: AdminOrderReply, onClosed?: () => void) => void;
  refundDifference: (order: AdminOrderReply) => void;
  /** The action in progress; null: none. */
  busyWith: OrderAction | null;
};

const OrderActionsContext = createContext<OrderActions | null>(null);

export function useOrderActions(): OrderActions {
  const actions = useContext(OrderActionsContext);
  if (!actions) throw new Error('This belongs inside the orders screen');
  return actions;
}

/** Runs actions on orders for all buttons of the screen; asks before and explains after. */
export function OrderActionsProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { showToast } = useToast();
  const { timeZone } = useConfig().business;
  const formatInstant = useFormatInstant();
  const mayMakeRoom = useMayDo('editSlots');
  const [cancelling, setCancelling] = useState<AdminOrderReply | null>(null);
  const afterClosing = useRef<(() => void) | undefined>(undefined);

  const work = useChange(sendAction, {
    onDone(after) {
      keep(after);
      close();
    },
    says: (after, action) => ({
      ...successToast(action, after),
      // Until somebody confirms it, it would not be cooked.
      ...(action.kind === 'status' &&
        action.status === 'pending' && {
          undo: () => run({ kind: 'status', order: after, status: action.order.status }),
        }),
    }),
    onFailure(failure, { given: action }) {
      const conflict = conflictIn<OrderConflictReply>(failure, ORDER_CONFLICT_CODES);
      if (conflict) void explain(action, conflict);
      else showToast(failureToast(action));
    },
  });
  const run = (action: OrderAction) => work.run(action);

  function keep(order: AdminOrderReply) {
    cacheOrder(client, order);
    refreshAround(client, order.id);
  }
  function close() {
    setCancelling(null);
    afterClosing.current?.();
    afterClosing.current = undefined;
  }

  /** Why it was not done, of the order as it is now, and what else can be. */
  async function explain(action: OrderAction, conflict: OrderConflictReply) {
    close();
    const { id, orderNumber } = action.order;
    const now = await fetchOrder(id).catch(() => null);
    if (now) keep(now);
    const anyway = overrideLabel(action, conflict);
    const isFull = conflict.code === 'slot_full' && mayMakeRoom;
    const goesOn = await confirm({
      title: `Order ${orderNumber} was not changed`,
      text: conflictText(conflict, formatInstant),
      act: anyway ?? (isFull ? 'Make room in Delivery Slots' : 'Open the order'),
      keep: anyway === null ? 'Close' : 'Leave as is',
      danger: anyway !== null,
    });
    if (!goesOn) return;
    if (anyway !== null) run({ ...action, order: now ?? action.order });
    else void navigate(isFull ? paths.deliverySlots() : paths.admin({ tab: 'orders', order: id }));
  }

  /** What is still to come by the kitchen's day; without an answer the server decides all the same. */
  async function aheadOf({ deliveries }: AdminOrderReply) {
    const week = await client.fetchQuery(orderingWeekQuery).catch(() => null);
    return week ? stillToCome(deliveries, wallTimeAt(Date.parse(week.now), timeZone).date) : [];
  }

  async function setStatus(order: AdminOrderReply, status: OrderStatus) {
    if (status === order.status || work.isBusy) return;
    if (status === 'cancelled') return setCancelling(order);
    const kitchen = inKitchenCount(order);
    const isSure =
      (status !== 'pending' || kitchen === 0 || (await confirmPending(order, kitchen))) &&
      (status !== 'delivered' || (await confirmDelivered(await aheadOf(order))));
    if (isSure) run({ kind: 'status', order, status });
  }

  const actions: OrderActions = {
    setStatus: (order, status) => void setStatus(order, status),
    cancel(order, onClosed) {
      afterClosing.current = onClosed;
      setCancelling(order);
    },
    refundDifference: (order) => {
      const reason = order.status === 'cancelled' ? 'Order cancelled' : 'Order changed';
      run({ kind: 'refund', order, reason });
    },
    busyWith: work.isBusy ? (work.given ?? null) : null,
  };
  return (
    <OrderActionsContext value={actions}>
      {children}
      {cancelling && (
        <CancelOrderDialog
          key={cancelling.id}
          order={cancelling}
          isBusy={work.isBusy}
          onCancel={run}
          onClose={close}
        />
      )}
    </OrderActionsContext>
  );
}

/** Its deliveries that are not on the road yet. */
export function inKitchenCount({ deliveries }: Pick<AdminOrderReply, 'deliveries'>): number {
  return deliveries.filter(({ status }) => IN_KITCHEN.some((one) => one === status)).length;
}

/** What a pending order does to the kitchen: "1 delivery ahead is not cooked until …". */
export function pendingText(count: number): string {
  return count === 1
    ? '1 delivery ahead is not cooked until you confirm the order again. Its place stays booked.'
    : `${count} deliveries ahead are not cooked until you confirm the order again. Their places stay booked.`;
}

function confirmPending({ orderNumber }: AdminOrderReply, count: number): Promise<boolean> {
  return confirm({
    title: `Set ${orderNumber} to pending`,
    text: pendingText(count),
    act: 'Set to pending',
    keep: 'Leave as it is',
    danger: false,
  });
}

async function confirmDelivered(ahead: AdminOrderReply['deliveries']): Promise<boolean> {
  if (ahead.length === 0) return true;
  const days = ahead.map(({ date }) => formatDayAndMonth(date)).join(', ');
  const isOne = ahead.length === 1;
  return confirm({
    title: isOne ? '1 delivery is still to come' : `${ahead.length} deliveries are still to come`,
    text: `${isOne ? 'It is' : 'They are'} due on ${days}. If you set the order to delivered, deliveries up to today become delivered. Those ahead stay planned: we still cook and deliver them, and the customer is told only about what has arrived.`,
    act: 'Set to delivered',
    keep: 'Leave as it is',
    danger: false,
  });
}
