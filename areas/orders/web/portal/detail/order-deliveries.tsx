import type { ReactNode } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { formatDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import {
  DELIVERY_STATUS_LABELS,
  flagText,
  isEnded,
} from '#areas/order-book/rules/delivery-status.ts';
import { isCalledBack } from '#areas/order-book/rules/order-status.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { agreedText } from '#areas/order-book/rules/allergy-band.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { helpingsOf } from '#areas/order-book/rules/helpings.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { labelsSource } from '#areas/printouts/web/printouts-queries.ts';
import { useSavePrintout } from '#areas/printouts/web/use-printout.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Price } from '#platform/web/ui/price.tsx';
import { CancelMealsButton } from './cancel-meals.tsx';
import { byDelivery, deliveryText, type DeliveryMeals, isIn } from './describe-order.ts';
import { OrderPanel } from './order-panel.tsx';

/** What arrives when, and for whom. */
export function OrderDeliveries({ order }: { order: AdminOrderReply }) {
  return (
    <div className="grid min-w-0 gap-4">
      {byDelivery(order).map((deliveryMeals) => (
        <Delivery key={deliveryMeals.delivery.id} deliveryMeals={deliveryMeals} order={order} />
      ))}
      <TakenOff order={order} />
    </div>
  );
}

function TakenOff({ order: { gone } }: { order: AdminOrderReply }) {
  const formatInstant = useFormatInstant();
  if (gone.length === 0) return null;
  return (
    <OrderPanel title="Taken off">
      <ul className="grid gap-2">
        {gone.map(({ id, mealName, deliveryDate, price, by, at }) => (
          <StruckMeal key={id} name={mealName} price={price}>
            For {formatDayAndMonth(deliveryDate)} ·{' '}
            {by === 'kitchen' ? 'by us' : 'as the customer asked'}, {formatInstant(at)}
          </StruckMeal>
        ))}
      </ul>
    </OrderPanel>
  );
}

type StruckMealProps = { name: string; price: string; children: ReactNode };

function StruckMeal({ name, price, children }: StruckMealProps) {
  return (
    <li className="flex justify-between gap-4">
      <div className="min-w-0">
        <s className="break-words">{name}</s>
        <p className="text-sm text-ink-soft">{children}</p>
      </div>
      <s className="shrink-0">
        <Price amount={price} />
      </s>
    </li>
  );
}

type DeliveryProps = { deliveryMeals: DeliveryMeals; order: AdminOrderReply };

function Delivery({ deliveryMeals, order }: DeliveryProps) {
  const { delivery, people } = deliveryMeals;
  const isCancelled = order.status === 'cancelled';
  const mayPrint = useMayDo('printLabels') && !isCancelled && delivery.status !== 'cancelled';
  const mayMove =
    useMayDo('moveDeliveries') &&
    ['planned', 'cooked', 'packed', 'missed'].includes(delivery.status);
  return (
    <OrderPanel
      title={`${formatDate(delivery.date)}, ${windowLabel(delivery.timeSlot)}`}
      isStruckOut={delivery.status === 'cancelled'}
    >
      <div className="-mt-2 flex flex-wrap items-center gap-x-4 text-sm text-ink-soft">
        {DELIVERY_STATUS_LABELS[delivery.status]}
        {isCalledBack(order, delivery) && (
          <strong className="text-danger">
            {flagText({ flag: 'after_cancel', status: delivery.status })}
          </strong>
        )}
        {!delivery.takesPlace && !isCancelled && delivery.status !== 'cancelled' && (
          <Badge variant="destructive">No place in this window</Badge>
        )}
        {mayMove && (
          <Link
            to={paths.admin({ tab: 'deliveries', date: delivery.date, move: delivery.id })}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            Move {formatDayAndMonth(delivery.date)}…
          </Link>
        )}
        <CancelMealsButton
          order={order}
          name={deliveryText(delivery.date, delivery.timeSlot)}
          label={`Cancel ${formatDayAndMonth(delivery.date)}…`}
          of={(item) => isIn(item, delivery)}
        />
      </div>
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
        <section key={name} className="grid gap-1.5">
          <div className="flex min-h-11 items-center justify-between gap-4">
            <h4 className="font-sans font-semibold">{name}</h4>
            <div className="flex flex-wrap items-center justify-end gap-x-4 text-sm">
              <CancelMealsButton
                order={order}
                name={`${name}’s meals`}
                label={`Cancel ${name}’s meals…`}
                of={({ personName }) => personName === name}
              />
              {mayPrint && <PersonLabelsButton deliveryId={delivery.id} person={name} />}
            </div>
          </div>
          <ul className="grid gap-2">
            {items.map((item, index) => (
              <Meal
                key={item.id}
                item={item}
                isSecond={helpingsOf(items)[index] === 2}
                paidBack={paidBackText(item, delivery, order)}
              />
            ))}
          </ul>
        </section>
      ))}
    </OrderPanel>
  );
}

/** What this person gets in this delivery. */
function PersonLabelsButton({ deliveryId, person }: { deliveryId: number; person: string }) {
  const { showToast } = useToast();
  const source = labelsSource({ deliveryIds: [deliveryId], person });
  const save = useSavePrintout({ source, saved: 'Label Downloaded', tell: showToast });
  return (
    <Button
      variant="quiet"
      size="small"
      busy={save.isBusy}
      onClick={() => save.run()}
      aria-label={`Labels of ${person}`}
    >
      Labels
    </Button>
  );
}

/** Null: not paid back, or it shows in what is struck out. */
function paidBackText(
  { id, price }: AdminOrderReply['orderItems'][number],
  { status }: DeliveryMeals['delivery'],
  { refundedItems, status: orderStatus }: AdminOrderReply,
): string | null {
  const isGone = status === 'cancelled' || orderStatus === 'cancelled';
  if (isGone || price === '0.00' || !refundedItems.includes(id)) return null;
  return isEnded(status) ? 'Paid back' : 'Paid back, still coming';
}

type MealProps = {
  item: AdminOrderReply['orderItems'][number];
  isSecond: boolean;
  paidBack: string | null;
};

function Meal({ item, isSecond, paidBack }: MealProps) {
  const { meal, mealType, mealDate, deliveryDate, price, override } = item;
  const { business } = useConfig();
  return (
    <li className="flex items-start justify-between gap-4 border-t border-line pt-2">
      <div className="min-w-0">
        <p className="break-words">{meal.name}</p>
        <p className="text-sm text-ink-soft">
          {mealType === 'lunch' ? 'Lunch' : 'Dinner'}
          {mealDate !== deliveryDate && ` for ${formatDayAndMonth(mealDate)}`}
          {isSecond && ', second helping'} · {allergenStatement(meal.allergens)}
        </p>
        {override && (
          <p className="text-sm font-bold break-words">{agreedText(override, business)}</p>
        )}
      </div>
      <div className="grid shrink-0 justify-items-end gap-1">
        <Price amount={price} />
        {paidBack !== null && <Badge variant="secondary">{paidBack}</Badge>}
      </div>
    </li>
  );
}
