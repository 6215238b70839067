import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { useToday } from '#areas/order-book/web/ordering-queries.ts';
import {
  changeOrdersAddress,
  type OrderDeed,
  readOrdersAddress,
} from '#areas/orders/web/portal/orders-address.ts';
import { refreshAround } from '#areas/orders/web/portal/order-cache.ts';
import { orderQuery } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { MessageManyDialog } from '#areas/orders/web/portal/many-dialogs.tsx';
import { MoveDialog } from '#areas/orders/web/portal/move-dialog.tsx';
import { useOrderActions } from '#areas/orders/web/portal/order-actions-provider.tsx';
import type { StaffRight } from '#platform/rules/roles.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { useSignedIn } from '#platform/web/api/session.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { cancellable, CancelMeals } from '#areas/orders/web/portal/cancel-dialog.tsx';
import { deliveryText, isIn, nameOfCustomer } from './describe-order.ts';
import { RefundDialog } from './refund-dialog.tsx';

type Delivery = AdminOrderReply['deliveries'][number];

const RIGHTS: Record<Exclude<OrderDeed, 'change'>, StaffRight> = {
  refund: 'refundOrders',
  move: 'moveDeliveries',
  cancel: 'setOrderStatus',
  message: 'messageCustomers',
};

export function movable({ deliveries, status }: AdminOrderReply): Delivery[] {
  if (status === 'cancelled') return [];
  return deliveries.filter((one) => ['planned', 'cooked', 'packed', 'missed'].includes(one.status));
}

/** Opens one of the order's dialogs by the address, as links from elsewhere do. */
export function useOpenDeed(order: Pick<AdminOrderReply, 'id'>) {
  const [params, setParams] = useSearchParams();
  return (deed: OrderDeed, deliveryId?: number) =>
    setParams(
      changeOrdersAddress(params, {
        order: { id: order.id, deed, ...(deliveryId !== undefined && { deliveryId }) },
      }),
      { replace: true, preventScrollReset: true },
    );
}

export function OrderDeeds({ order }: { order: AdminOrderReply }) {
  const [params, setParams] = useSearchParams();
  const open = useOpenDeed(order);
  const { rights } = useSignedIn();
  const { deed, deliveryId } = readOrdersAddress(params);
  const close = () =>
    setParams((before) => changeOrdersAddress(before, { order: { id: order.id } }), {
      replace: true,
      preventScrollReset: true,
    });
  if (deed === null || deed === 'change' || !rights.includes(RIGHTS[deed])) return null;
  switch (deed) {
    case 'refund':
      return order.left === '0.00' ? (
        <Nothing what="Nothing is left to refund." onClose={close} />
      ) : (
        <RefundDialog order={order} onClose={close} />
      );
    case 'message':
      return <Message order={order} onClose={close} />;
    case 'move':
      return (
        <Move
          order={order}
          deliveryId={deliveryId}
          onChoose={(id) => open('move', id)}
          onClose={close}
        />
      );
    case 'cancel': {
      const delivery = order.deliveries.find(({ id }) => id === deliveryId);
      if (!delivery) return <CancelWhole order={order} onClosed={close} />;
      return rights.includes('refundOrders') &&
        cancellable(order).some((item) => isIn(item, delivery)) ? (
        <CancelMeals order={order} deliveryId={delivery.id} onClose={close} />
      ) : (
        <Nothing what="Nothing in it can be cancelled any more." onClose={close} />
      );
    }
  }
}

function Nothing({ what, onClose }: { what: string; onClose: () => void }) {
  return (
    <ActionDialog title="Not possible" act="" go={onClose} onClose={onClose} result={<p>{what}</p>}>
      {null}
    </ActionDialog>
  );
}

/** The dialog of the list's own button. */
function CancelWhole({ order, onClosed }: { order: AdminOrderReply; onClosed: () => void }) {
  const { cancel } = useOrderActions();
  const ask = useEffectEvent(() => cancel(order, onClosed));
  useEffect(() => ask(), []);
  return null;
}

function Message({ order, onClose }: { order: AdminOrderReply; onClose: () => void }) {
  const client = useQueryClient();
  const { showToast } = useToast();
  return (
    <MessageManyDialog
      ids={[order.id]}
      to={nameOfCustomer(order)}
      onDone={() => {
        showToast({ title: `On its way to ${nameOfCustomer(order)}`, tone: 'success' });
        refreshAround(client, order.id);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

type MoveProps = {
  order: AdminOrderReply;
  deliveryId: number | null;
  onChoose: (deliveryId: number) => void;
  onClose: () => void;
};

function Move({ order, deliveryId, onChoose, onClose }: MoveProps) {
  const client = useQueryClient();
  const today = useToday();
  const deliveries = movable(order);
  const chosen =
    deliveries.length === 1 && deliveryId === null
      ? deliveries
      : deliveries.filter(({ id }) => id === deliveryId);
  if (deliveries.length === 0 || (deliveryId !== null && chosen.length === 0))
    return <Nothing what="Nothing in it can be moved any more." onClose={onClose} />;
  if (chosen.length === 0)
    return (
      <ActionDialog
        title="Move which delivery?"
        act="Move"
        isReady={false}
        go={onClose}
        onClose={onClose}
      >
        <PillChoice
          legend="Delivery"
          hideLegend
          value={null}
          pills={deliveries.map(({ id, date, timeSlot }) => ({
            value: String(id),
            label: deliveryText(date, timeSlot),
          }))}
          onChange={(id) => onChoose(Number(id))}
        />
      </ActionDialog>
    );
  if (today === null) return null;
  return (
    <MoveDialog
      deliveries={chosen}
      today={today}
      onDone={() => {
        void client.invalidateQueries({ queryKey: orderQuery(order.id).queryKey });
        refreshAround(client, order.id);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
