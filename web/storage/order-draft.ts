/** The order being put together, stored for this browser tab: a reload, Back and a copied tab all find it. */
import { z } from 'zod/mini';
import { isPlainDate } from '#domain/calendar/plain-date.ts';
import { DELIVERY_WINDOWS } from '#domain/delivery/delivery-windows.ts';
import { ALLERGENS } from '#domain/menu/allergens.ts';
import { MEAL_TYPES } from '#domain/menu/meal.ts';
import type { OrderDraft } from '#domain/ordering/draft/order-draft.ts';
import { DIETS } from '#domain/people/diets.ts';
import { UNDECLARED } from '#domain/people/food-needs.ts';

const KEY = 'orderDraft';

const PlainDateText = z.string().check(z.refine(isPlainDate));

const MealAssignment = z.object({
  date: PlainDateText,
  mealType: z.enum(MEAL_TYPES),
  mealId: z.int().check(z.positive()),
});

const Person = z.object({
  name: z.string(),
  calorieTarget: z.int().check(z.positive()),
  allergens: z.prefault(z.array(z.enum(ALLERGENS)), []),
  diets: z.prefault(z.array(z.enum(DIETS)), []),
  note: z.prefault(z.string(), ''),
  mealAssignments: z.array(MealAssignment),
});

const Draft = z.object({
  cartKey: z.uuid(),
  weekStart: PlainDateText,
  people: z.array(Person).check(z.minLength(1)),
  deliveryType: z.nullable(z.enum(['daily', 'weekly'])),
  weeklyDeliveryDay: z.nullable(PlainDateText),
  deliveryWindow: z.nullable(z.enum(DELIVERY_WINDOWS)),
  windowByDate: z.record(PlainDateText, z.enum(DELIVERY_WINDOWS)),
  customer: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    addressLine1: z.string(),
    addressLine2: z.string(),
    suburb: z.string(),
    deliveryPreference: z.enum(['warm', 'cold']),
    specialInstructions: z.string(),
  }),
}) satisfies z.ZodMiniType<OrderDraft>;

/** What the wizard has changed automatically and the customer has not dismissed yet. */
const Notice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('week-moved'), weekStart: PlainDateText, weekEnd: PlainDateText }),
  z.object({
    kind: z.literal('meals-dropped'),
    meals: z.array(z.extend(MealAssignment, { personName: z.string(), name: z.string() })),
  }),
  z.object({
    kind: z.literal('meals-clash'),
    meals: z.array(
      z.extend(MealAssignment, {
        personName: z.string(),
        name: z.string(),
        allergens: z.array(z.enum([...ALLERGENS, UNDECLARED])),
      }),
    ),
  }),
  z.object({ kind: z.literal('plan-taken'), personName: z.string(), calorieTarget: z.int() }),
]);
export type OrderNotice = z.infer<typeof Notice>;

const KeptOrder = z.object({
  draft: Draft,
  /** Last known name of each meal, for those that leave the menu. */
  mealNames: z.record(z.string(), z.string()),
  /** The calculator's plan that the first person was given last. */
  planTaken: z.nullable(z.int()),
  notices: z.array(Notice),
});
export type KeptOrder = z.infer<typeof KeptOrder>;

/** Null if nothing is stored, if it is not ours, or if the browser stores nothing at all. */
export function readOrderDraft(): KeptOrder | null {
  try {
    const parsed = KeptOrder.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** If the browser refuses to store anything, the order is lost on a reload, not before. */
export function saveOrderDraft(order: KeptOrder): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(order));
  } catch {
    console.warn('This browser does not store the order, so a reload would lose it.');
  }
}

/** After an order has been placed. The next basket gets a new key. */
export function clearOrderDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}

/** A random UUID; made here on pages served without https, which have no randomUUID. */
export function newCartKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
