import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { orderableMealsQuery, orderQuery } from '#web/api/portal/admin-orders.ts';
import { OrderEditForm } from './order-edit-form.tsx';
import { OrderWaiting } from '../detail/order-waiting.tsx';
import { changeOrdersAddress } from '../list/orders-address.ts';

/** Loads what editing an order needs; after saving, the order itself is shown. */
export function OrderEditor({ id }: { id: number }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const order = useQuery(orderQuery(id));
  const meals = useQuery(orderableMealsQuery);
  const isLoading = order.isFetching || meals.isFetching;

  function close() {
    const search = changeOrdersAddress(params, { order: { id } }).toString();
    void navigate({ search }, { replace: true });
  }
  // Never start from data that may be old.
  if (order.isFetchedAfterMount && order.data && meals.data) {
    return <OrderEditForm order={order.data} meals={meals.data} onClose={close} />;
  }
  return (
    <div className="py-5">
      <OrderWaiting
        error={isLoading ? null : (order.error ?? meals.error)}
        onRetry={() => {
          void order.refetch();
          void meals.refetch();
        }}
      />
    </div>
  );
}
