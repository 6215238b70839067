import { useQueryClient, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import { conflictIn } from '#platform/web/api/failure.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import {
  type AdminOrderReply,
  cancelOrder,
  changeOrderStatus,
  ORDER_CONFLICT_CODES,
  type OrderConflictReply,
  refundOrder,
} from '#areas/order-book/calls/admin-orders.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import {
  type OrderStatus,
  canCancelOrder,
  LONGEST_REFUND_NOTE,
} from '#areas/order-book/rules/order-status.ts';
import { IN_KITCHEN } from '#areas/order-book/rules/kitchen-bag.ts';
import { stillToCome } from '#areas/order-book/rules/judge-step.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { cacheOrder, refreshAround } from '#areas/orders/web/portal/order-cache.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { fetchOrder } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { conflictText } from '#areas/orders/web/portal/conflict-text.tsx';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { cancel, type CancelReply } from '#areas/orders/calls/move-or-cancel.ts';
import { isEnded } from '#areas/order-book/rules/delivery.ts';
import { amountInDollars, formatDollars } from '#platform/rules/money.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { dryRunQuery } from '#platform/web/api/call-query.ts';
import { call } from '#platform/web/api/client.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { ChoiceCards } from '#platform/web/ui/form/choice-cards.tsx';
import { centsOf, describeRefund } from '#areas/orders/web/portal/detail/describe-order.ts';

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
      // Until someone confirms it, it would not be cooked.
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
  async function slotsAhead({ deliveries }: AdminOrderReply) {
    const week = await client.fetchQuery(orderingWeekQuery).catch(() => null);
    return week ? stillToCome(deliveries, wallTimeAt(Date.parse(week.now), timeZone).date) : [];
  }

  async function setStatus(order: AdminOrderReply, status: OrderStatus) {
    if (status === order.status || work.isBusy) return;
    if (status === 'cancelled') return setCancelling(order);
    const kitchen = inKitchenCount(order);
    const isSure =
      (status !== 'pending' || kitchen === 0 || (await confirmPending(order, kitchen))) &&
      (status !== 'delivered' || (await confirmDelivered(await slotsAhead(order))));
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

type CancelOrderDialogProps = {
  order: AdminOrderReply;
  isBusy: boolean;
  onCancel: (action: OrderAction) => void;
  onClose: () => void;
};

/** For an order of which something has arrived, only what is still to come can be cancelled instead. */
function CancelOrderDialog({ order, isBusy, onCancel, onClose }: CancelOrderDialogProps) {
  const [shouldRefund, setShouldRefund] = useState(true);
  const [reason, setReason] = useState('');
  const ids = order.deliveries
    .filter(({ status }) => !isEnded(status) && status !== 'out')
    .map(({ id }) => id);
  const isPartly = ids.length > 0 && order.deliveries.some(({ status }) => status === 'delivered');
  const [extent, setExtent] = useState<Extent>('ahead');
  // What is done in the reason's name does not depend on it.
  const preview = useQuery({
    ...dryRunQuery(cancel, { body: { deliveryIds: ids, reason: 'Order cancelled' } }),
    enabled: isPartly,
  });
  const isAhead = isPartly && extent === 'ahead';
  const refused = preview.data?.results.find(({ ok }) => !ok);

  function go() {
    if (isAhead) {
      if (preview.data)
        onCancel({ kind: 'ahead', order, ids, previewHash: preview.data.previewHash });
    } else if (canCancelOrder(order))
      onCancel({
        kind: 'cancel',
        order,
        refund: shouldRefund ? 'full' : 'none',
        reason: reason.trim(),
      });
    else onCancel({ kind: 'status', order, status: 'cancelled' });
  }
  return (
    <ActionDialog
      title="Cancel order"
      act={isAhead ? `Cancel the ${ids.length} still to come` : 'Cancel Order'}
      keep="Keep order"
      busyLabel="Cancelling…"
      change={{ isBusy }}
      isReady={!isAhead || !refused}
      preview={isAhead ? preview : undefined}
      go={go}
      onClose={onClose}
      danger
    >
      {isPartly ? (
        <ExtentChoice
          order={order}
          count={ids.length}
          preview={preview.data}
          extent={extent}
          onChoose={setExtent}
        />
      ) : (
        <p>
          Are you sure you want to cancel order {order.orderNumber}? This will mark the order as
          cancelled.
        </p>
      )}
      {isAhead && (preview.error ?? refused) && (
        <Notice tone="error" announce="polite">
          <p>{preview.error ? describeFailure(preview.error) : refused?.message}</p>
        </Notice>
      )}
      {!isAhead && (
        <RefundChoice order={order} shouldRefund={shouldRefund} onChoose={setShouldRefund} />
      )}
      {!isAhead && !shouldRefund && (
        <TextField
          label="Why the money is kept"
          hint="For your records"
          value={reason}
          maxLength={LONGEST_REFUND_NOTE}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </ActionDialog>
  );
}

type Extent = 'ahead' | 'all';

type ExtentChoiceProps = {
  order: AdminOrderReply;
  count: number;
  /** Undefined: not known yet. */
  preview: CancelReply | undefined;
  extent: Extent;
  onChoose: (extent: Extent) => void;
};

function ExtentChoice({ order, count, preview, extent, onChoose }: ExtentChoiceProps) {
  const arrived = order.deliveries.filter(({ status }) => status === 'delivered').length;
  return (
    <ChoiceCards
      legend={`${arrived} of ${order.deliveries.length} deliveries of ${order.orderNumber} ${arrived === 1 ? 'has' : 'have'} arrived. Cancel:`}
      columns={1}
      value={extent}
      choices={[
        {
          value: 'ahead',
          label: count === 1 ? 'Only the 1 still to come' : `Only the ${count} still to come`,
          description: 'What has arrived stays and is paid for.',
          detail: preview ? `${amountInDollars(preview.amount)} back` : '…',
        },
        {
          value: 'all',
          label: 'The whole order',
          description: 'The refund covers what has arrived, too.',
        },
      ]}
      onChange={onChoose}
    />
  );
}

type RefundChoiceProps = {
  order: AdminOrderReply;
  shouldRefund: boolean;
  onChoose: (shouldRefund: boolean) => void;
};

function RefundChoice({ order, shouldRefund, onChoose }: RefundChoiceProps) {
  const cents = centsOf(order.left);
  if (cents <= 0) return <p>Already refunded in full.</p>;
  const amount = formatDollars(cents);
  // When the dropdown cancels a delivered order, the refund is not optional.
  if (!canCancelOrder(order)) {
    return <p>It has already been delivered. {amount} will be refunded to the card.</p>;
  }
  return (
    <label className="inline-flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        checked={shouldRefund}
        onChange={(event) => onChoose(event.target.checked)}
        className="size-5 shrink-0"
      />
      Refund {amount} to the card
    </label>
  );
}

// What staff do with an order as a whole, and the toasts that follow. Texts of spec 8.

export type OrderAction =
  | { kind: 'status'; order: AdminOrderReply; status: OrderStatus }
  /** `reason`: why its money is kept. */
  | { kind: 'cancel'; order: AdminOrderReply; refund: 'full' | 'none'; reason?: string }
  /** Only what is still to come. `ids`: its deliveries, `previewHash`: of the amount that was shown. */
  | { kind: 'ahead'; order: AdminOrderReply; ids: number[]; previewHash: string }
  | { kind: 'refund'; order: AdminOrderReply; reason: string };

async function sendAction(action: OrderAction): Promise<AdminOrderReply> {
  const { id, version } = action.order;
  const params = { id: String(id) };
  switch (action.kind) {
    case 'status':
      return call(changeOrderStatus, { params, body: { status: action.status, version } });
    case 'cancel': {
      const { refund, reason } = action;
      return call(cancelOrder, { params, query: { refund, ...(reason && { reason }), version } });
    }
    case 'ahead': {
      const { ids: deliveryIds, previewHash } = action;
      const body = { deliveryIds, reason: 'Order cancelled', previewHash };
      const { results } = await call(cancel, { body });
      const refused = results.find(({ ok }) => !ok);
      if (refused) throw new Error(refused.message);
      return fetchOrder(id);
    }
    case 'refund':
      return call(refundOrder, { params, body: { reason: action.reason, version } });
  }
}

type ActionToast = { title: string; description: string; tone: 'success' | 'error' };

/** A failed refund is never reported as a success. */
export function successToast(action: OrderAction, after: AdminOrderReply): ActionToast {
  const { orderNumber, status } = after;
  const refund = after.refunds.find(({ id }) => !action.order.refunds.some((old) => old.id === id));
  const money = refund ? describeRefund(refund) : '';
  const tone = refund?.state === 'failed' ? 'error' : 'success';
  if (action.kind === 'refund') return { title: 'Refund', description: money, tone };
  if (action.kind === 'ahead') {
    const what = action.ids.length === 1 ? '1 delivery is' : `${action.ids.length} deliveries are`;
    const description = `${what} cancelled. What has arrived stays. ${money}`.trim();
    return { title: 'Deliveries Cancelled', description, tone };
  }
  if (status === 'cancelled') {
    const description = `${orderNumber} is cancelled. ${money}`.trim();
    return { title: 'Order Cancelled', description, tone };
  }
  const { onHold = [] } = after;
  const held = onHold.length > 0 ? ` On hold: ${onHold.join('; ')}.` : '';
  return { title: 'Order Updated', description: `${orderNumber} is now ${status}.${held}`, tone };
}

const FAILURES: Record<OrderAction['kind'], string> = {
  status: 'Failed to update order status. Please try again.',
  cancel: 'Failed to cancel order. Please try again.',
  ahead: 'Failed to cancel the deliveries. Check the order and try again.',
  refund: 'Failed to refund. Please try again.',
};

export function failureToast({ kind }: OrderAction): ActionToast {
  return { title: 'Error', description: FAILURES[kind], tone: 'error' };
}

/** Label of the button that overrides someone else's change; null if overriding is not possible. */
export function overrideLabel(action: OrderAction, conflict: OrderConflictReply): string | null {
  if (conflict.code !== 'changed_meanwhile') return null;
  if (action.kind === 'ahead') return null;
  if (action.kind === 'cancel') return 'Cancel anyway';
  return action.kind === 'refund' ? 'Refund anyway' : `Set to ${action.status} anyway`;
}
