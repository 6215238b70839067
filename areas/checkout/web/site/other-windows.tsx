/** What becomes of a basket whose windows are sold: other windows that suit its meals, or the order without those meals. */
import { type ServiceFacts, serviceOf } from '#areas/business/rules/services.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import type { CheckoutConflictReply } from '#areas/checkout/calls/payments.ts';
import { keepsUntil } from '#areas/needs/rules/gate/fits-diet.ts';
import {
  deliveryModeOf,
  type DeliveryModeFacts,
  effectiveDeliveryType,
} from '#areas/order-book/rules/meal-dates.ts';
import type { OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import { priceOrder } from '#areas/order-book/rules/order-pricing.ts';
import type { PreparedItem, PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import {
  comesAfterLunch,
  lateLunchesIn,
  namesOfLunches,
} from '#areas/order-book/rules/warm-portion.ts';
import { tidyName } from '#platform/rules/customer-name.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { type Cents, formatAmount, parseAmount } from '#platform/rules/money.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useMenu } from '#areas/menu/web/menu-data.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { closedDeliveries, whyTaken } from '#areas/checkout/web/site/deliveries.ts';
import type { WizardNotice } from '#areas/checkout/web/site/order/notices.ts';
import type { OrderInWizard } from './order-context.tsx';

export type Window = NonNullable<CheckoutConflictReply['full']>[number];
type OtherWindow = NonNullable<CheckoutConflictReply['alternatives']>[number];

/** "Tue 1 Dec, 11am-1pm". */
export function nameOfWindow({ date, timeSlot }: Window): string {
  return `${formatDayAndMonth(date)}, ${windowLabel(timeSlot)}`;
}

export function namesOfWindows(windows: readonly Window[]): string {
  return new Intl.ListFormat('en-AU').format(windows.map(nameOfWindow));
}

/** "3 places"; null while there are plenty. */
export function placesText({ placesLeft }: Pick<OtherWindow, 'placesLeft'>): string | null {
  if (placesLeft === null) return null;
  return placesLeft === 1 ? '1 place' : `${placesLeft} places`;
}

type Keeps = (item: PreparedItem, deliveryDate: string) => boolean;

/** Whether a meal keeps from a day until it is eaten; one that is not on the menu any more counts as keeping. */
export function keepsOnMenu(
  menu: readonly ({ id: number } & Parameters<typeof keepsUntil>[0])[],
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): Keeps {
  const byId = new Map(menu.map((meal) => [meal.id, meal]));
  return ({ mealId, mealDate, deliveryDate: was }, deliveryDate) => {
    const meal = byId.get(mealId);
    return !meal || keepsUntil(meal, { deliveryDate, mealDate: mealDate ?? was }, facts);
  };
}

/**
 * Where a delivery of this basket can go as it is: every meal comes on the day it is eaten, or, all on one day, before, and
 * keeps until then. What brings its lunches after lunch comes last.
 */
export function windowsInstead(
  { orderItems, deliveryType }: PreparedOrder,
  from: Window,
  free: readonly OtherWindow[],
  keeps: Keeps = () => true,
): OtherWindow[] {
  const items = orderItems.filter(isOf(from));
  const first = items.map(({ mealDate }) => mealDate).toSorted()[0] ?? from.date;
  const suiting = free.filter(({ date }) =>
    deliveryType === 'daily'
      ? date === from.date
      : date <= first && items.every((item) => keeps(item, date)),
  );
  const isLate = (to: OtherWindow) =>
    items.some(({ mealType, mealDate }) => mealType === 'lunch' && mealDate === to.date) &&
    comesAfterLunch(to.timeSlot);
  return suiting.toSorted(
    (a, b) =>
      Number(isLate(a)) - Number(isLate(b)) ||
      Number(a.date !== from.date) - Number(b.date !== from.date),
  );
}

export function withOtherWindow(order: PreparedOrder, from: Window, to: Window): PreparedOrder {
  const isMoved = isOf(from);
  return {
    ...order,
    orderItems: order.orderItems.map((item) =>
      isMoved(item) ? { ...item, deliveryDate: to.date, deliveryWindow: to.timeSlot } : item,
    ),
  };
}

/** "Tuesday’s 2 lunches would come after lunch", in a window that is offered; null: none would. */
export function lateIn(
  order: PreparedOrder,
  from: Window,
  to: Window,
  facts: ServiceFacts,
): string | null {
  const moved = withOtherWindow(order, from, to).orderItems.filter(isOf(to));
  const late = lateLunchesIn(
    moved.map((item) => ({ ...item, mealDate: item.mealDate ?? item.deliveryDate })),
  );
  return late.length === 0
    ? null
    : `${namesOfLunches(late, facts)} would come after ${serviceOf('lunch', facts).name} at ${windowLabel(to.timeSlot)}.`;
}

/**
 * The order without the meals of one delivery, and what it costs less. Null where nothing would be left, or someone too few
 * meals for daily delivery.
 */
export function withoutDelivery(
  order: PreparedOrder,
  from: Window,
  facts: Parameters<typeof priceOrder>[1] & DeliveryModeFacts,
): { order: PreparedOrder; meals: number; lessCents: Cents } | null {
  const { deliveryType = 'weekly' } = order;
  const orderItems = order.orderItems.filter((item) => !isOf(from)(item));
  const perPerson = [...Map.groupBy(orderItems, ({ personName }) => personName).values()];
  const mode = deliveryModeOf(
    perPerson.map(({ length }) => length),
    facts,
  );
  if (effectiveDeliveryType(mode, deliveryType) !== deliveryType) return null;
  const price = priceOrder(
    {
      items: orderItems.map((item) => ({ ...item, priceCents: parseAmount(item.price) ?? 0 })),
      deliveryType,
      // Only the server knows; it says so if it isn't.
      isFirstWaitlistOrder: order.deliveryFee === '0.00',
    },
    facts,
  );
  return {
    order: {
      ...order,
      orderItems,
      subtotal: formatAmount(price.subtotalCents),
      deliveryFee: formatAmount(price.deliveryFeeCents),
      tax: formatAmount(price.taxCents),
      total: formatAmount(price.totalCents),
    },
    meals: order.orderItems.length - orderItems.length,
    lessCents: (parseAmount(order.total) ?? 0) - price.totalCents,
  };
}

/** The wizard’s draft with the windows, the day and the meals that its order has by now, for anyone who goes back. */
export function draftLike(draft: OrderDraft, order: PreparedOrder): OrderDraft {
  const left = order.orderItems.map(
    ({ personName, mealId, mealType, mealDate, deliveryDate }) =>
      `${personName} ${mealId} ${mealType} ${mealDate ?? deliveryDate}`,
  );
  return {
    ...draft,
    weeklyDeliveryDay:
      order.deliveryType === 'weekly'
        ? (order.orderItems[0]?.deliveryDate ?? draft.weeklyDeliveryDay)
        : draft.weeklyDeliveryDay,
    windowByDate: {
      ...draft.windowByDate,
      ...Object.fromEntries(
        order.orderItems.map(({ deliveryDate, deliveryWindow }) => [deliveryDate, deliveryWindow]),
      ),
    },
    people: draft.people.map((person) => ({
      ...person,
      mealAssignments: person.mealAssignments.filter(({ mealId, mealType, date }) =>
        left.includes(`${tidyName(person.name)} ${mealId} ${mealType} ${date}`),
      ),
    })),
  };
}

function isOf({ date, timeSlot }: Window) {
  return ({ deliveryDate, deliveryWindow }: PreparedItem) =>
    deliveryDate === date && deliveryWindow === timeSlot;
}

type WindowButtonsProps = {
  orderData: PreparedOrder;
  /** Among its deliveries, those that need another window. */
  from: readonly Window[];
  free: readonly OtherWindow[];
  /** Their day stands above. */
  isUnderDay?: boolean;
  isBusy?: boolean;
  onChoose: (orderData: PreparedOrder) => void;
};

/** Each delivery’s other windows that suit its meals. */
export function useWindowsInstead({
  orderData,
  from,
  free,
}: Pick<WindowButtonsProps, 'from' | 'free'> & { orderData: PreparedOrder | null }) {
  const { business } = useConfig();
  const keeps = keepsOnMenu(useMenu(), business);
  if (!orderData) return [];
  return from.flatMap((one) =>
    windowsInstead(orderData, one, free, keeps).map((to) => ({ one, to })),
  );
}

export function WindowButtons(props: WindowButtonsProps) {
  const { orderData, from, isUnderDay = false, isBusy, onChoose } = props;
  const choices = useWindowsInstead(props);
  const { business } = useConfig();
  const late = new Set(choices.map(({ one, to }) => lateIn(orderData, one, to, business)));
  late.delete(null);
  return (
    <>
      {choices.map(({ one, to }) => (
        <Button
          key={nameOfWindow(one) + nameOfWindow(to)}
          variant="secondary"
          size="small"
          disabled={isBusy}
          onClick={() => onChoose(withOtherWindow(orderData, one, to))}
        >
          {from.length > 1 && `${nameOfWindow(one)}: `}
          {[
            isUnderDay && to.date === one.date ? windowLabel(to.timeSlot) : nameOfWindow(to),
            placesText(to),
          ]
            .filter(Boolean)
            .join(', ')}
        </Button>
      ))}
      {[...late].map((words) => (
        <p key={words} className="w-full text-sm text-ink-soft">
          {words}
        </p>
      ))}
    </>
  );
}

/**
 * For windows that filled up after they were chosen; empty: none. The checkout decides: the last place may be held for this
 * very order.
 */
export function fullWindowNotices(
  { draft, facts, week }: Pick<OrderInWizard, 'draft' | 'facts' | 'week'>,
  onChoose: () => void,
): WizardNotice[] {
  const full = closedDeliveries(draft, week, facts);
  if (full.length === 0) return [];
  const names = full.map(
    ({ date, window }) => `${formatDayAndMonth(date)}, ${windowLabel(window)}`,
  );
  const why = whyTaken(week, full);
  return [
    {
      kind: 'place',
      tone: 'warning',
      words: `A delivery window ${why === 'full' ? 'has filled up' : `is ${why}`}: ${new Intl.ListFormat('en-AU').format(names)}`,
      action: { label: 'Choose another', onPress: onChoose },
    },
  ];
}
