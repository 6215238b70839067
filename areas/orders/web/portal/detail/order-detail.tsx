import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { Suspense } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { orderQuery } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { HoldLines } from '#areas/order-book/web/hold-lines.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { formatPendingReason } from './describe-order.ts';
import { findKnownOrder } from '#areas/orders/web/portal/list/order-cache.ts';
import {
  CancelOrderButton,
  EditOrderLink,
  LabelButton,
  OrderStatusSelect,
} from '#areas/orders/web/portal/order-controls.tsx';
import { OrderCustomer } from './order-customer.tsx';
import { OrderDeliveries } from './order-deliveries.tsx';
import { useOrderPanels } from '#areas/orders/web/order-panels.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { OrderPayments } from './order-payments.tsx';
import { OrderStatusBadge } from '#areas/orders/web/portal/list/order-status-badge.tsx';
import { OrderTimeline } from '#areas/orders/web/portal/order-timeline.tsx';
import { PinnedNotes } from '#areas/orders/web/portal/staff-notes.tsx';
import { changeOrdersAddress } from '#areas/orders/web/portal/list/orders-address.ts';
import { agreedText, allergyBand, dietsAndNote } from '#areas/order-book/rules/allergy-band.ts';
import { hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { AllergyBand } from '#areas/needs/web/allergy-band.tsx';

export function OrderDetail({ id }: { id: number }) {
  const client = useQueryClient();
  const query = useQuery({
    ...orderQuery(id),
    placeholderData: () => findKnownOrder(client, id),
  });
  return (
    <article className="grid gap-5 py-4">
      <BackToOrders />
      <Loaded query={query} what="the order" kind="detail">
        {(order) => <Order order={order} />}
      </Loaded>
    </article>
  );
}

function Order({ order }: { order: AdminOrderReply }) {
  const formatInstant = useFormatInstant();
  const { Problems } = useOrderPanels();
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="text-2xl tabular-nums">Order {order.orderNumber}</h2>
          <p className="text-sm text-ink-soft">
            Placed {formatInstant(order.createdAt)} · {order.deliveryType} delivery
            {order.takenOnPhoneBy && ` · taken by phone by ${order.takenOnPhoneBy}`}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <OrderStatusBadge order={{ ...order, refunds: [], warning: null }} />
          <OrderStatusSelect order={order} />
          <EditOrderLink order={order} />
          <LabelButton order={order} />
          <CancelOrderButton order={order} />
        </div>
      </header>
      <PinnedNotes id={order.id} />
      <OrderFoodNeeds order={order} />
      <Suspense>
        <Problems filter={{ orderId: String(order.id) }} />
      </Suspense>
      {order.onHold !== undefined && order.onHold.length > 0 && (
        <Notice tone="error" title="On hold: not cooked, not packed">
          <HoldLines onHold={order.onHold} />
          <p>
            <Link to={paths.admin({ tab: 'recipes' })} className="underline underline-offset-4">
              Settle it
            </Link>
          </p>
        </Notice>
      )}
      {order.pendingReason !== null && (
        <Notice tone="warning" title={formatPendingReason(order.pendingReason)}>
          <p>
            To keep the order, set it to confirmed. You can also edit it, or cancel and refund it.
          </p>
        </Notice>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_24rem] lg:grid-rows-[auto_1fr]">
        <OrderDeliveries order={order} />
        <div className="grid gap-5 lg:row-span-2">
          <OrderPayments order={order} />
          <OrderCustomer order={order} />
        </div>
        <OrderTimeline id={order.id} />
      </div>
    </>
  );
}

function BackToOrders() {
  const [params] = useSearchParams();
  return (
    <Link
      to={{ search: changeOrdersAddress(params, { order: null }).toString() }}
      className="inline-flex min-h-11 items-center justify-self-start font-semibold text-primary underline underline-offset-4"
    >
      ← All orders
    </Link>
  );
}

/** What each person may not eat, before anything else of the order, with what was agreed against it. */
function OrderFoodNeeds({ order }: { order: AdminOrderReply }) {
  const { business } = useConfig();
  const people = order.people.filter(hasFoodNeeds);
  const agreed = order.orderItems.flatMap(({ id, personName, meal, override }) =>
    override
      ? [{ id, text: `${personName}, ${meal.name}: ${agreedText(override, business)}` }]
      : [],
  );
  if (people.length === 0 && agreed.length === 0) return null;
  return (
    <section
      aria-label="Allergies and diets"
      className="grid gap-2 rounded-2xl border-2 border-danger bg-danger-soft p-4"
    >
      {people.map((person) => (
        <AllergyBand key={person.name} band={allergyBand(person)} rest={dietsAndNote(person)} />
      ))}
      {agreed.map(({ id, text }) => (
        <p key={id} className="font-bold break-words">
          {text}
        </p>
      ))}
    </section>
  );
}
