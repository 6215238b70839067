import { useQuery } from '@tanstack/react-query';
import { orderableMealsQuery, orderQuery } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { OrderEditForm } from '#areas/orders/web/portal/edit/order-edit-form.tsx';
import { OrderWaiting } from '#areas/orders/web/portal/detail/order-waiting.tsx';
import { changeOrdersAddress } from '#areas/orders/web/portal/list/orders-address.ts';
import { useNavigate, useSearchParams } from '#platform/web/navigation/address.ts';

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
