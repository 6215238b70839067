/**
 * Staff edits of a paid order: checked like a new one, but without the cutoff, and past deliveries can be corrected.
 */
import type { BusinessFacts } from '#domain/business.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { tidyName } from '#domain/customer/customer-name.ts';
import type { SlotKey } from '#domain/delivery/delivery-slots.ts';
import type { DeliveryWindow } from '#domain/delivery/delivery-windows.ts';
import type { MealType } from '#domain/menu/meal.ts';
import type { Cents } from '#domain/money.ts';
import {
  checkCustomer,
  type CheckedCustomer,
  type FieldProblem,
} from '#domain/ordering/check/check-customer.ts';
import { checkItems, checkPreference } from '#domain/ordering/check/check-items.ts';
import { dropsOf } from '#domain/ordering/check/check-order.ts';
import type { CheckedItem } from '#domain/ordering/check/check-items.ts';
import type { DeliveryType } from '#domain/ordering/check/delivery-mode.ts';
import { personKey } from '#domain/people/people.ts';
import type { PreparedOrder } from '#domain/ordering/draft/prepared-order.ts';

/** An item as it is in the order. */
export type AgreedItem = CheckedItem & { id: number; priceCents: Cents };

export type AgreedOrder = { items: readonly AgreedItem[]; deliveryType: DeliveryType };

/** Whatever is left out stays as it was; for a new item it follows from the rest of the order. */
export type SentItem = {
  id?: number | null | undefined;
  mealId: number;
  mealType: MealType;
  deliveryDate: PlainDate;
  mealDate?: PlainDate | undefined;
  deliveryWindow?: DeliveryWindow | undefined;
  personName?: string | undefined;
};

export type SentEdit = { customer: PreparedOrder['customer']; orderItems: readonly SentItem[] };

/** `agreed` is the item before the edit; null for a new one. */
export type EditedItem = CheckedItem & { agreed: AgreedItem | null };

export type EditedOrder = {
  customer: CheckedCustomer;
  items: EditedItem[];
  deliveryType: DeliveryType;
  drops: SlotKey[];
};

export type EditCheck =
  | { outcome: 'ok'; order: EditedOrder }
  | { outcome: 'invalid'; problems: FieldProblem[] };

type EditFacts = Pick<BusinessFacts, 'suburbs' | 'people' | 'defaultWindow'>;

const REACH_DAYS = 366;

export function checkEdit(
  sent: SentEdit,
  agreed: AgreedOrder,
  today: PlainDate,
  facts: EditFacts,
): EditCheck {
  const problems: FieldProblem[] = [];
  const customer = checkCustomer(sent.customer, facts, problems);
  const items = sent.orderItems.map((item) => completeItem(item, agreed, facts));
  checkIds(sent, agreed, problems);
  checkItems(items, problems, {
    first: addDays(today, -REACH_DAYS),
    last: addDays(today, REACH_DAYS),
    isException: (item, field) => item.agreed?.[field] === item[field],
  });
  checkPeople(items, facts, problems);
  const deliveryType = deliveryTypeOf(items, agreed);
  checkPreference(deliveryType, sent.customer.deliveryPreference, problems);
  if (problems.length > 0 || !customer) return { outcome: 'invalid', problems };
  return { outcome: 'ok', order: { customer, items, deliveryType, drops: dropsOf(items) } };
}

function completeItem(
  sent: SentItem,
  order: AgreedOrder,
  facts: Pick<BusinessFacts, 'defaultWindow'>,
): EditedItem {
  const agreed = order.items.find((item) => item.id === sent.id) ?? null;
  const { mealId, mealType, deliveryDate } = sent;
  return {
    agreed,
    mealId,
    mealType,
    deliveryDate,
    mealDate: sent.mealDate ?? mealDateOf(deliveryDate, agreed, order.deliveryType),
    deliveryWindow: sent.deliveryWindow ?? windowOf(deliveryDate, agreed, order, facts),
    personName: tidyName(sent.personName ?? agreed?.personName ?? 'Person 1'),
  };
}

/** A meal moved to another day is eaten on that day, unless a weekly delivery still comes before it. */
function mealDateOf(
  deliveryDate: PlainDate,
  agreed: AgreedItem | null,
  deliveryType: DeliveryType,
): PlainDate {
  if (!agreed) return deliveryDate;
  const stays = agreed.deliveryDate === deliveryDate;
  const stillCanBe = deliveryType === 'weekly' && agreed.mealDate >= deliveryDate;
  return stays || stillCanBe ? agreed.mealDate : deliveryDate;
}

/** The window in which the order already comes on that date, else the item's own, else the order's first. */
function windowOf(
  deliveryDate: PlainDate,
  agreed: AgreedItem | null,
  order: AgreedOrder,
  facts: Pick<BusinessFacts, 'defaultWindow'>,
): DeliveryWindow {
  const sameDate = order.items.find((item) => item.deliveryDate === deliveryDate);
  const nearest = sameDate ?? agreed ?? order.items[0];
  return nearest?.deliveryWindow ?? facts.defaultWindow;
}

function checkIds(sent: SentEdit, agreed: AgreedOrder, problems: FieldProblem[]): void {
  const known = new Set(agreed.items.map((item) => item.id));
  sent.orderItems.forEach(({ id }, index) => {
    if (id === undefined || id === null) return;
    // Removed once found, so that the same item cannot be sent twice.
    if (known.delete(id)) return;
    problems.push({
      field: `orderItems.${index}.id`,
      message: `Item ${id} does not belong to this order`,
    });
  });
}

function checkPeople(
  items: readonly CheckedItem[],
  facts: Pick<BusinessFacts, 'people'>,
  problems: FieldProblem[],
): void {
  const eaters = new Set(items.map((item) => personKey(item.personName)));
  if (eaters.size <= facts.people.max) return;
  const message = `An order is for ${facts.people.min} to ${facts.people.max} people`;
  problems.push({ field: 'orderItems', message });
}

/** As agreed; meals that now come on several dates are delivered daily, even if there are too few of them. */
function deliveryTypeOf(items: readonly CheckedItem[], agreed: AgreedOrder): DeliveryType {
  const dates = new Set(items.map((item) => item.deliveryDate));
  return dates.size > 1 ? 'daily' : agreed.deliveryType;
}
