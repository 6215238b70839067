/**
 * A compact copy of an order in its payment's metadata: with it, a paid order can be rebuilt after an old backup was
 * restored. The payer's name and address are in the intent's own fields. Instructions, calorie targets, allergens and diets
 * are never sent: they may reveal someone's health. Nor are the words on a present's card.
 */
import { z } from 'zod';
import { addDays, daysBetween } from '#platform/rules/plain-date.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { type DeliveryWindow, inTimeOrder } from '#areas/business/rules/delivery-windows.ts';
import type { Recipient } from '#areas/business/rules/recipient.ts';
import { NEWS_READERS } from '#areas/business/rules/news-readers.ts';
import { offeredWindows } from '#areas/business/rules/offered-windows.ts';
import { StoredWindow } from '#platform/calls/wire-values.ts';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';
import { hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import type { FrozenOrder } from '#areas/order-book/server/tables/checkouts.ts';

/** As much of a frozen order as can be read back. */
export type OrderSnapshot = Pick<FrozenOrder, 'deliveryType' | 'price'> & {
  deliveryPreference: FrozenOrder['customer']['deliveryPreference'];
  /** Where the first name ends in the shipping address's single name. */
  firstNameLength: number;
  /** Or said what someone may not eat. */
  hadInstructions: boolean;
  /** Without the words on their card. */
  recipient: Recipient | null;
  hadCard: boolean;
  people: string[];
  items: (FrozenOrder['items'][number] & { priceCents: number })[];
};

const int = z.int();
const CompactOrder = z.object({
  v: z.literal(1),
  /** Delivery type and preference. */
  d: z.tuple([z.enum(['daily', 'weekly']), z.enum(['warm', 'cold'])]),
  f: int,
  h: z.boolean(),
  /** The earliest date; the others are stored as days after it. */
  b: z.iso.date(),
  p: z.array(z.string()),
  /** Who gets the food: name, phone, present, messages to, names the payer, had a card. */
  r: z
    .tuple([
      z.string(),
      z.string(),
      z.string(),
      z.boolean(),
      z.enum(NEWS_READERS),
      z.boolean(),
      z.boolean(),
    ])
    .optional(),
  /** Windows other than the first kitchen's, which are counted after those. */
  w: z.array(StoredWindow).optional(),
  /** Meal, type, day eaten, day delivered, window, person, cents. */
  i: z.array(z.tuple([int, int, int, int, int, int, int])),
  /** Subtotal, delivery, tax, total. */
  c: z.tuple([int, int, int, int]),
  /** Person, dates, cents each, total cents. */
  e: z.array(z.tuple([int, int, int, int])),
  o: z.array(z.tuple([z.enum(['free_delivery_from_meals', 'waitlist_first_order']), int])),
});
type CompactOrder = z.infer<typeof CompactOrder>;

/** Snapshots have counted in these since before windows were facts. */
const FIRST_WINDOWS = offeredWindows(defaultBusiness);

/** Stripe allows 500 characters per value. */
const PART_LENGTH = 490;

/** Keyed like the metadata: `order_0`, `order_1` and so on. */
export function writeSnapshot(frozen: FrozenOrder): Record<string, string> {
  const characters = [...JSON.stringify(encodeOrder(frozen))];
  const parts: Record<string, string> = {};
  for (let start = 0; start < characters.length; start += PART_LENGTH) {
    parts[`order_${start / PART_LENGTH}`] = characters.slice(start, start + PART_LENGTH).join('');
  }
  return parts;
}

/** Null when there is no snapshot or it is unreadable. */
export function readSnapshot(metadata: Record<string, string>): OrderSnapshot | null {
  const parts: string[] = [];
  for (let part = metadata['order_0']; part !== undefined; part = metadata[`order_${parts.length}`])
    parts.push(part);
  try {
    return decodeOrder(CompactOrder.parse(JSON.parse(parts.join(''))));
  } catch {
    return null;
  }
}

function encodeOrder({
  customer,
  recipient,
  deliveryType,
  people,
  items,
  meals,
  price,
}: FrozenOrder): CompactOrder {
  const base = items.map((item) => item.deliveryDate).toSorted()[0] ?? '';
  const names = people.map((person) => person.name);
  const others = inTimeOrder(items.map((item) => item.deliveryWindow)).filter(
    (window) => !FIRST_WINDOWS.includes(window),
  );
  const windows: DeliveryWindow[] = [...FIRST_WINDOWS, ...others];
  const personAt = (name: string) => names.findIndex((one) => personKey(one) === personKey(name));
  return {
    v: 1,
    d: [deliveryType, customer.deliveryPreference],
    f: customer.firstName.length,
    h: customer.specialInstructions !== '' || people.some(hasFoodNeeds),
    b: base,
    p: names,
    ...(recipient && { r: encodeRecipient(recipient) }),
    ...(others.length > 0 && { w: others }),
    i: items.map((item) => [
      item.mealId,
      MEAL_TYPES.indexOf(item.mealType),
      daysBetween(base, item.mealDate),
      daysBetween(base, item.deliveryDate),
      windows.indexOf(item.deliveryWindow),
      personAt(item.personName),
      meals[item.mealId]?.priceCents ?? 0,
    ]),
    c: [price.subtotalCents, price.deliveryFeeCents, price.taxCents, price.totalCents],
    e: price.fees.map((fee) => [
      personAt(fee.personName),
      fee.dates,
      fee.unitCents,
      fee.amountCents,
    ]),
    o: price.offers.map((offer) => [offer.code, offer.amountCents]),
  };
}

function encodeRecipient({ firstName, lastName, phone, ...rest }: Recipient): CompactOrder['r'] {
  const { isGift, message, news, namesPayer } = rest;
  return [firstName, lastName, phone, isGift, news, namesPayer, message !== ''];
}

function decodeRecipient(compact: CompactOrder['r']): Recipient | null {
  if (!compact) return null;
  const [firstName, lastName, phone, isGift, news, namesPayer] = compact;
  return { firstName, lastName, phone, isGift, message: '', news, namesPayer };
}

function decodeOrder({ d, f, h, b, p, r, w = [], i, c, e, o }: CompactOrder): OrderSnapshot {
  const [deliveryType, deliveryPreference] = d;
  const [subtotalCents, deliveryFeeCents, taxCents, totalCents] = c;
  return {
    deliveryType,
    deliveryPreference,
    firstNameLength: f,
    hadInstructions: h,
    recipient: decodeRecipient(r),
    hadCard: r?.[6] ?? false,
    people: p,
    items: i.map(([mealId, type, eaten, delivered, window, person, priceCents]) => ({
      mealId,
      mealType: pick(MEAL_TYPES, type),
      mealDate: addDays(b, eaten),
      deliveryDate: addDays(b, delivered),
      deliveryWindow: pick([...FIRST_WINDOWS, ...w], window),
      personName: pick(p, person),
      priceCents,
    })),
    price: {
      subtotalCents,
      deliveryFeeCents,
      taxCents,
      totalCents,
      fees: e.map(([person, dates, unitCents, amountCents]) => ({
        personName: pick(p, person),
        deliveryType,
        dates,
        unitCents,
        amountCents,
      })),
      offers: o.map(([code, amountCents]) => ({ code, amountCents })),
    },
  };
}

function pick<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new RangeError(`there is no entry ${index}`);
  return found;
}
