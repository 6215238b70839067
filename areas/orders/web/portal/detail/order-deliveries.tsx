import { serviceTitle } from '#areas/business/rules/services.ts';
import type { ReactNode } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { DELIVERY_STATUS_LABELS, flagText, isEnded } from '#areas/order-book/rules/delivery.ts';
import { isCalledBack } from '#areas/order-book/rules/order-status.ts';
import { agreedText } from '#areas/order-book/rules/kitchen-bag.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { helpingsOf } from '#areas/order-book/rules/check-items.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { labelsSource } from '#areas/printouts/web/printouts-queries.ts';
import { useSavePrintout } from '#areas/printouts/web/use-printout.tsx';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { changeOrdersAddress } from '#areas/orders/web/portal/orders-address.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { Price } from '#platform/web/ui/price.tsx';
import { cancellable } from '#areas/orders/web/portal/cancel-dialog.tsx';
import { byDelivery, deliveryText, type DeliveryMeals, isIn } from './describe-order.ts';
import { movable, useOpenDeed } from './order-deeds.tsx';
import { OrderPanel } from './order-panel.tsx';

type Order = AdminOrderReply;
type Gone = Order['gone'][number];

export function OrderDeliveries({ order }: { order: Order }) {
  const days = byDelivery(order);
  // A meal that was taken off stands in its day, once.
  const dayOf = ({ deliveryDate }: Gone) =>
    days.find(({ delivery }) => delivery.date === deliveryDate && !delivery.struckOut);
  const homeless = order.gone.filter((meal) => !dayOf(meal));
  return (
    <>
      {days.map((day) => (
        <Delivery
          key={day.delivery.id}
          day={day}
          gone={order.gone.filter((meal) => dayOf(meal) === day)}
          order={order}
        />
      ))}
      {homeless.length > 0 && (
        <OrderPanel title="Taken off">
          <ul className="grid gap-2">
            {homeless.map((meal) => (
              <GoneMeal key={meal.id} meal={meal} />
            ))}
          </ul>
        </OrderPanel>
      )}
    </>
  );
}

/** "Cancelled by us Tue 24 Nov 2026". */
function GoneMeal({ meal: { mealName, deliveryDate, price, by, at } }: { meal: Gone }) {
  const formatInstant = useFormatInstant();
  return (
    <StruckMeal name={mealName} price={price}>
      For {formatDayAndMonth(deliveryDate)} · Cancelled{' '}
      {by === 'kitchen' ? 'by us' : 'as the customer asked'}, {formatInstant(at)}
    </StruckMeal>
  );
}

type StruckMealProps = { name: string; price: string; children: ReactNode };

function StruckMeal({ name, price, children }: StruckMealProps) {
  return (
    <li className="flex justify-between gap-4 text-ink-soft">
      <div className="min-w-0">
        <s className="break-words">{name}</s>
        <p className="text-sm">{children}</p>
      </div>
      <s className="shrink-0">
        <Price amount={price} />
      </s>
    </li>
  );
}

type DeliveryProps = { day: DeliveryMeals; gone: readonly Gone[]; order: Order };

function Delivery({ day: { delivery, people }, gone, order }: DeliveryProps) {
  const isOver = isEnded(delivery.status) && delivery.status !== 'missed';
  const isFolded = isOver && order.deliveries.some(({ status }) => !isEnded(status));
  return (
    <OrderPanel
      title={deliveryText(delivery.date, delivery.timeSlot)}
      isStruckOut={delivery.status === 'cancelled'}
      about={<AboutDelivery order={order} delivery={delivery} />}
      isFolded={isFolded}
      actions={isOver ? undefined : <DeliveryActions order={order} delivery={delivery} />}
    >
      {delivery.struckOut && (
        <ul className="grid gap-2">
          {delivery.struckOut.map(({ id, mealName, personName, price }) => (
            <StruckMeal key={id} name={mealName} price={price}>
              {personName}
            </StruckMeal>
          ))}
        </ul>
      )}
      {people.map(({ name, items }) => (
        <section key={name} aria-label={name}>
          <div className="flex min-h-8 items-center justify-between gap-4">
            <h3 className="font-sans text-base font-semibold break-words">{name}</h3>
            <PersonLabelsButton order={order} delivery={delivery} person={name} />
          </div>
          <ul>
            {items.map((item, index) => (
              <Meal
                key={item.id}
                item={item}
                isSecond={helpingsOf(items)[index] === 2}
                delivery={delivery}
                order={order}
              />
            ))}
          </ul>
        </section>
      ))}
      {gone.length > 0 && (
        <ul className="grid gap-2 border-t border-line pt-2">
          {gone.map((meal) => (
            <GoneMeal key={meal.id} meal={meal} />
          ))}
        </ul>
      )}
    </OrderPanel>
  );
}

type OfDelivery = { order: Order; delivery: DeliveryMeals['delivery'] };

function AboutDelivery({ order, delivery }: OfDelivery) {
  const { status, stop, driver, takesPlace } = delivery;
  const count = order.orderItems.filter((item) => isIn(item, delivery)).length;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {[
        DELIVERY_STATUS_LABELS[status],
        stop !== null && `stop ${stop}`,
        driver ?? (isEnded(status) ? false : 'no driver'),
        count > 0 && (count === 1 ? '1 meal' : `${count} meals`),
      ]
        .filter(Boolean)
        .join(' · ')}
      {isCalledBack(order, delivery) && (
        <strong className="text-danger">{flagText({ flag: 'after_cancel', status })}</strong>
      )}
      {!takesPlace && order.status !== 'cancelled' && status !== 'cancelled' && (
        <Badge variant="destructive">No place in this window</Badge>
      )}
    </span>
  );
}

function DeliveryActions({ order, delivery }: OfDelivery) {
  const open = useOpenDeed(order);
  const mayMove = useMayDo('moveDeliveries');
  const mayMessage = useMayDo('messageCustomers');
  const mayCancel = useMayDo('refundOrders');
  const offered = [
    mayMove && movable(order).some(({ id }) => id === delivery.id) && (['move', 'Move…'] as const),
    mayMessage && order.customer.email !== '' && (['message', 'Message…'] as const),
    mayCancel &&
      cancellable(order).some((item) => isIn(item, delivery)) &&
      (['cancel', 'Cancel…'] as const),
  ].filter((one) => one !== false);
  return offered.map(([deed, label]) => (
    <Button
      key={deed}
      variant="quiet"
      size="small"
      className={`px-3 wide:pointer-fine:min-h-8 ${deed === 'cancel' ? 'text-danger' : ''}`}
      onClick={() => open(deed, delivery.id)}
    >
      {label}
      <VisuallyHidden> {formatDayAndMonth(delivery.date)}</VisuallyHidden>
    </Button>
  ));
}

function PersonLabelsButton({ order, delivery, person }: OfDelivery & { person: string }) {
  const source = labelsSource({ deliveryIds: [delivery.id], person });
  const save = useSavePrintout({ source, saved: 'Label Downloaded' });
  const mayPrint = useMayDo('printLabels');
  if (!mayPrint || order.status === 'cancelled' || delivery.status === 'cancelled') return null;
  return (
    <Button
      variant="quiet"
      size="small"
      className="-mr-3 px-3 wide:pointer-fine:min-h-8"
      busy={save.isBusy}
      onClick={() => save.run()}
      aria-label={`Labels of ${person}`}
    >
      Labels
    </Button>
  );
}

/** Null: not paid back, or it shows in what is struck out. */
function paidBackText({ id, price }: Item, { status }: OfDelivery['delivery'], order: Order) {
  const isGone = status === 'cancelled' || order.status === 'cancelled';
  if (isGone || price === '0.00' || !order.refundedItems.includes(id)) return null;
  return isEnded(status) ? 'Paid back' : 'Paid back, still coming';
}

type Item = Order['orderItems'][number];
function Meal({ item, isSecond, order, delivery }: OfDelivery & { item: Item; isSecond: boolean }) {
  const { id, meal, mealType, mealDate, deliveryDate, price, override } = item;
  const { business } = useConfig();
  const [params] = useSearchParams();
  const paidBack = paidBackText(item, delivery, order);
  const mayChange =
    useMayDo('editOrders') &&
    order.status !== 'cancelled' &&
    !isEnded(delivery.status) &&
    delivery.status !== 'out';
  const change = { order: { id: order.id, deed: 'change', itemId: id } } as const;
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-baseline gap-x-3 border-t border-line py-1.5">
      <span className="text-sm text-ink-soft">{serviceTitle(mealType, business)}</span>
      <div className="min-w-0">
        {mayChange ? (
          <Link
            to={{ search: changeOrdersAddress(params, change).toString() }}
            title="Change this meal"
            className="break-words underline decoration-line decoration-2 underline-offset-4 hover:decoration-primary pointer-coarse:py-2"
          >
            {meal.name}
          </Link>
        ) : (
          <span className="break-words">{meal.name}</span>
        )}{' '}
        {paidBack !== null && <Badge variant="secondary">{paidBack}</Badge>}
        <p className="text-sm text-ink-soft">
          {mealDate !== deliveryDate && `For ${formatDayAndMonth(mealDate)} · `}
          {isSecond && 'Second helping · '}
          {allergenStatement(meal.allergens)}
        </p>
        {override && (
          <p className="text-sm font-bold break-words">{agreedText(override, business)}</p>
        )}
      </div>
      <Price amount={price} />
    </li>
  );
}
