/** A meal that ran out: what each person gets who was to get it. Ours. */
import { notOfService, serviceOf } from '#areas/business/rules/services.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { type Instant, instantOf } from '#platform/rules/zoned-time.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery.ts';
import { minutesOf } from '#areas/business/rules/delivery-windows.ts';
import type { MealWithRecipe } from '#areas/menu/rules/meal-fields.ts';
import { keepsUntil, dietsMissedBy } from '#areas/needs/rules/gate/fits-diet.ts';
import type {
  Order,
  OrderDelivery,
  OrderItem,
  OrderPerson,
} from '#areas/order-book/rules/order.ts';
import {
  clashNames,
  clashOf,
  clashText,
  namesText,
  tracesIn,
} from '#areas/needs/rules/gate/verdict.ts';
import type { CheckedItem } from '#areas/order-book/rules/check-items.ts';
import { isMealAvailableOn } from '#areas/menu/rules/menu-week.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';

export const RUN_OUT_ACTIONS = ['swap', 'refund', 'ask'] as const;
export type RunOutAction = (typeof RUN_OUT_ACTIONS)[number];

/** For those whom the action can't help. `leave`: a person decides. */
export const RUN_OUT_OTHERWISE = ['refund', 'ask', 'leave'] as const;
export type RunOutOtherwise = (typeof RUN_OUT_OTHERWISE)[number];

/** One person's portions of one meal in one delivery: they are swapped, refunded or asked about together. */
export type MealOfPerson = {
  delivery: Omit<OrderDelivery, 'people'>;
  person: Omit<OrderPerson, 'items'>;
  /** Never empty. */
  portions: readonly OrderItem[];
};

type MealForSale = MealWithRecipe & { id: number };

export type RunOutRule<Meal extends MealForSale> = {
  action: RunOutAction;
  otherwise: RunOutOtherwise;
  /** What everyone gets who may; null: the nearest for each. */
  swapWith: Meal | null;
};

export type RunOutStep<Meal extends MealForSale> = {
  /** Why it is not what was wanted, as a sentence; empty: it is. */
  why: string;
} & (
  | { outcome: 'swap'; meal: Meal }
  | { outcome: 'refund' }
  /** Nearest first. */
  | { outcome: 'ask'; options: readonly Meal[]; until: Instant }
  | { outcome: 'left' }
);

export const MOST_OPTIONS = 4;

/** Everyone of one order who was to get the meal in a delivery between these dates that is not cancelled. */
export function mealsOfPeople(
  { deliveries }: Pick<Order, 'deliveries'>,
  mealId: number,
  { from, to }: { from: string; to: string },
): MealOfPerson[] {
  return deliveries
    .filter(({ date, status }) => date >= from && date <= to && status !== 'cancelled')
    .flatMap((delivery) =>
      delivery.people.flatMap((person) => {
        const portions = person.items.filter((item) => item.mealId === mealId);
        return portions.length > 0 ? [{ delivery, person, portions }] : [];
      }),
    );
}

const CHANGEABLE: readonly DeliveryStatus[] = ['planned', 'cooked'];

/** Nobody has packed it yet. */
export function canStillChange(status: DeliveryStatus): boolean {
  return CHANGEABLE.includes(status);
}

const WHY_LEFT: Partial<Record<DeliveryStatus, string>> = {
  packed: 'Already packed.',
  out: 'Already on the way.',
  delivered: 'Already delivered.',
  missed: 'Its delivery was missed.',
};

/** Nothing clashes with anyone's allergens, and all keeps until it is eaten; a diet is no obstacle. */
export function planRunOut<Meal extends MealForSale>(
  of: MealOfPerson,
  rule: RunOutRule<Meal>,
  { menu, ...facts }: RunOutFacts<Meal>,
): RunOutStep<Meal> {
  const { delivery, person, portions } = of;
  if (!canStillChange(delivery.status))
    return { outcome: 'left', why: WHY_LEFT[delivery.status] ?? 'Too late to change.' };
  const candidates = candidatesFor(of, menu, facts.business);
  const { action, otherwise, swapWith } = rule;
  const until = askedUntil(delivery, facts);
  let why = '';
  if (action === 'swap') {
    if (swapWith && canTakePlace(swapWith, portions, person, facts.business))
      return { outcome: 'swap', meal: swapWith, why };
    const [nearest] = candidates;
    if (!swapWith && nearest) return { outcome: 'swap', meal: nearest, why };
    why = swapWith
      ? whyNotInstead(swapWith, of, facts.business)
      : `No meal on the menu suits ${person.name}.`;
  }
  if (action === 'ask' || (action === 'swap' && otherwise === 'ask')) {
    if (until !== null && candidates.length > 0)
      return { outcome: 'ask', options: candidates.slice(0, MOST_OPTIONS), until, why };
    const whyNotAsked =
      until === null ? 'Too late to ask.' : `No meal on the menu suits ${person.name}.`;
    why = why === '' || why === whyNotAsked ? whyNotAsked : `${why} ${whyNotAsked}`;
  }
  if (action === 'refund' || otherwise === 'refund') return { outcome: 'refund', why };
  return { outcome: 'left', why };
}

export type RunOutFacts<Meal> = {
  menu: readonly Meal[];
  business: Pick<BusinessFacts, 'keepsFreshDays' | 'services' | 'timeZone'>;
  now: Instant;
  /** Until when customers may choose, if not the usual time. */
  askUntil: Instant | null;
};

/** What this person may get instead, nearest first. */
export function candidatesFor<Meal extends MealForSale>(
  { person, portions }: MealOfPerson,
  menu: Iterable<Meal>,
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): Meal[] {
  const calories = portions[0]?.meal.calories ?? 0;
  return swapCandidates(menu, portions, { ...person, calories }, facts);
}

const EVENING_MINUTE = 20 * 60;
const TWO_HOURS_MS = 2 * 60 * 60_000;

/**
 * Eight in the evening before the delivery; if that is past, two hours from now, but never after its window begins.
 * Null: it begins already.
 */
export function askedUntil(
  { date, window }: SlotKey,
  {
    now,
    askUntil,
    business: { timeZone },
  }: Pick<RunOutFacts<unknown>, 'now' | 'askUntil' | 'business'>,
): Instant | null {
  const begins = instantOf({ date, minuteOfDay: minutesOf(window).startMinute }, timeZone);
  if (begins <= now) return null;
  const evening = instantOf({ date: addDays(date, -1), minuteOfDay: EVENING_MINUTE }, timeZone);
  const usual = evening > now ? evening : now + TWO_HOURS_MS;
  return Math.min(askUntil ?? usual, begins);
}

function whyNotInstead(
  meal: MealForSale & { name: string },
  { delivery, person, portions }: MealOfPerson,
  facts: Pick<BusinessFacts, 'keepsFreshDays' | 'services'>,
): string {
  const clash = clashOf(meal, person);
  if (clash?.verdict === 'clash')
    return `${meal.name} contains ${clashNames(clash).join(', ')}, which ${person.name} can’t have.`;
  if (clash) return `${meal.name}: ${clashText(clash)}. It isn’t for ${person.name}.`;
  const traces = tracesIn(meal, person);
  if (traces.length > 0)
    return `${meal.name} may contain traces of ${namesText(traces)}: ${person.name} has to choose it.`;
  const wrongKind = portions.find(({ mealType }) => mealType !== meal.mealType);
  if (wrongKind)
    return `${notOfService(meal, facts)}, not for ${serviceOf(wrongKind.mealType, facts).name}.`;
  if (
    portions.some(
      (portion) => !keepsUntil(meal, { ...portion, deliveryDate: delivery.date }, facts),
    )
  )
    return `${meal.name} won’t keep until ${person.name} eats it.`;
  return `${meal.name} isn’t for sale then.`;
}

/** Which meals may take the place of one that a person can no longer have. Ours. */
type Portion = Pick<CheckedItem, 'mealId' | 'mealType' | 'mealDate' | 'deliveryDate'>;

type SwapCandidatesMealForSale = MealWithRecipe & { id: number };

type Facts = Pick<BusinessFacts, 'keepsFreshDays'>;

/** On sale, of the same kind, declared, without their allergens or traces of them, and it keeps until every one of these portions is eaten. */
export function canTakePlace(
  meal: SwapCandidatesMealForSale,
  portions: readonly Portion[],
  person: Pick<FoodNeeds, 'allergens' | 'avoid'>,
  facts: Facts,
): boolean {
  return (
    meal.isActive &&
    clashOf(meal, person) === null &&
    tracesIn(meal, person).length === 0 &&
    portions.every(
      (portion) =>
        portion.mealId !== meal.id &&
        portion.mealType === meal.mealType &&
        isMealAvailableOn(meal, portion.mealDate) &&
        keepsUntil(meal, portion, facts),
    )
  );
}

/** Those that fit most of the person's diets first, then the nearest in calories. */
export function swapCandidates<Meal extends SwapCandidatesMealForSale>(
  meals: Iterable<Meal>,
  portions: readonly Portion[],
  person: FoodNeeds & { calories: number },
  facts: Facts,
): Meal[] {
  const missed = (meal: Meal) => dietsMissedBy(meal, person.diets).length;
  const distance = (meal: Meal) => Math.abs(meal.calories - person.calories);
  return [...meals]
    .filter((meal) => canTakePlace(meal, portions, person, facts))
    .toSorted((a, b) => missed(a) - missed(b) || distance(a) - distance(b) || a.id - b.id);
}
