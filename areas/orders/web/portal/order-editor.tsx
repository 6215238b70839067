import { useQuery } from '@tanstack/react-query';
import { allOf, Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { orderableMealsQuery, orderQuery } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { OrderEditForm } from '#areas/orders/web/portal/edit/order-edit-form.tsx';
import { changeOrdersAddress } from '#areas/orders/web/portal/list/orders-address.ts';
import { useNavigate, useSearchParams } from '#platform/web/navigation/address.ts';

/** Loads what editing an order needs; after saving, the order itself is shown. */
export function OrderEditor({ id }: { id: number }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const order = useQuery(orderQuery(id));
  const meals = useQuery(orderableMealsQuery);

  function close() {
    const search = changeOrdersAddress(params, { order: { id } }).toString();
    void navigate({ search }, { replace: true });
  }
  // Never start from data that may be old.
  const fresh = { ...order, data: order.isFetchedAfterMount ? order.data : undefined };
  return (
    <Loaded query={allOf(fresh, meals)} what="the order" kind="form">
      {([found, known]) => <OrderEditForm order={found} meals={known} onClose={close} />}
    </Loaded>
  );
}
