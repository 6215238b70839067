import { useSearchParams } from 'react-router';
import { OrderDetail } from './order-detail.tsx';
import { OrderDesk } from './order-desk.tsx';
import { OrderEditor } from './order-editor.tsx';
import { OrderListScreen } from './order-list-screen.tsx';
import { readOrdersAddress } from './orders-address.ts';
import { useLiveOrders } from './use-live-orders.ts';

/** Spec 2: the orders, or the one of them that the address names. */
export function OrdersTab() {
  const [params] = useSearchParams();
  const { filter, orderId, isEditing } = readOrdersAddress(params);
  const live = useLiveOrders(filter);
  return (
    <OrderDesk>
      {orderId === null && <OrderListScreen filter={filter} live={live} />}
      {orderId !== null && !isEditing && <OrderDetail key={orderId} id={orderId} />}
      {orderId !== null && isEditing && <OrderEditor key={orderId} id={orderId} />}
    </OrderDesk>
  );
}
