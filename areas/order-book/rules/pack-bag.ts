/** When a bag is packed: every portion ticked or known to be missing, and every allergy looked at. Ours. */
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import {
  type OrderDelivery,
  type OrderItem,
  type OrderPerson,
  portionsIn,
} from '#areas/order-book/rules/order.ts';
import { type FoodNeeds, isCareful } from '#areas/needs/rules/food-needs.ts';
import { clashOf, covers } from '#areas/needs/rules/gate/verdict.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';

export const TICKS = ['ticked', 'unticked', 'missing'] as const;
export type PackTick = (typeof TICKS)[number];

export const MISSING_REASONS = ['not_cooked', 'damaged', 'cant_find', 'on_hold'] as const;
export type MissingReason = (typeof MISSING_REASONS)[number];

export const MISSING_REASON_LABELS: Record<MissingReason, string> = {
  not_cooked: 'Not cooked',
  damaged: 'Damaged',
  cant_find: 'Can’t find',
  on_hold: 'On hold',
};

export const PORTION_STATES = ['open', 'ticked', 'missing'] as const;
export type PortionState = (typeof PORTION_STATES)[number];

/** For so long a bag that was opened is left to anyone who opened it. */
export const CLAIM_SECONDS = 120;

/** Why a bag that was packed is open again. */
export const CHANGED_SINCE_PACKED = 'Changed since packed';

type Portion = {
  id: number;
  mealId: number;
  mealName: string;
  /** Null: not declared. */
  allergens: readonly Allergen[] | null;
  /** Nothing in it is against its person, or they agreed to all that is. */
  isClear: boolean;
};

type PersonOfBag<Of extends Portion = Portion> = Pick<FoodNeeds, 'allergens' | 'avoid' | 'note'> & {
  name: string;
  items: readonly Of[];
};

/**
 * All that a packer looks at before they say that they checked it, in words: with other words it has to be looked at
 * again.
 */
function foodToCheck({ name, allergens, avoid, note, items }: PersonOfBag): string {
  const meals = items
    .toSorted((a, b) => a.id - b.id)
    .map(
      (item) =>
        `${item.mealName} (portion ${item.id}, meal ${item.mealId}): ${declaredText(item.allergens)}`,
    );
  return [
    `${name}: no ${[...allergens, ...avoid].join(', ')}`,
    ...(note === '' ? [] : [note]),
    ...meals,
  ].join('\n');
}

/** For a person as their order has them. */
export function wordsOfFood(person: OrderPerson): string {
  return foodToCheck({ ...person, items: person.items.map((item) => portionOf(item, person)) });
}

export function portionOf(
  { id, mealId, meal, override }: OrderItem,
  person: Pick<FoodNeeds, 'allergens' | 'avoid'>,
): Portion {
  const clash = clashOf(meal, person);
  return {
    id,
    mealId,
    mealName: meal.name,
    allergens: meal.allergens,
    isClear: clash === null || covers(override, clash),
  };
}

/** All that is in a delivery, in words: a packed bag is opened again when they become others. */
export function contentsOf({ people }: Pick<OrderDelivery, 'people'>): string {
  return people.map(wordsOfFood).join('\n\n');
}

function declaredText(allergens: Portion['allergens']): string {
  if (allergens === null) return 'not declared';
  return allergens.length === 0 ? 'none' : allergens.join(', ');
}

/** Meals that no packer can answer for. */
export function mealsToAskAbout(items: readonly Pick<Portion, 'mealName' | 'isClear'>[]): string[] {
  return [...new Set(items.filter(({ isClear }) => !isClear).map(({ mealName }) => mealName))];
}

/** Someone with needs who gets something of this bag, and nobody has looked at it. */
export function isUnchecked(
  person: Pick<FoodNeeds, 'allergens' | 'avoid'> & {
    checkedBy: string | null;
    items: readonly { state: PortionState }[];
  },
): boolean {
  const isLeftOut = person.items.every(({ state }) => state === 'missing');
  return isCareful(person) && person.checkedBy === null && !isLeftOut;
}

type BagInLine = {
  id: number;
  stop: number;
  status: string;
  people: readonly { items: readonly { state: PortionState }[] }[];
  /** Someone else has it open. */
  claimedBy: string | null;
  /** For a test order: nobody packs it. */
  isTest?: boolean | undefined;
};

/** Still on the bench. */
export function isToPack({ status }: Pick<BagInLine, 'status'>): boolean {
  return status === 'planned' || status === 'cooked';
}

/**
 * The lowest stop that is to be packed and nobody has open; none of `skipped`, and none that waits for a missing portion
 * with everything else in it.
 */
export function nextBag<Bag extends BagInLine>(
  bags: readonly Bag[],
  skipped: ReadonlySet<number>,
): Bag | null {
  const inLine = bags
    .filter((bag) => isToPack(bag) && !bag.isTest && bag.claimedBy === null && !skipped.has(bag.id))
    .filter((bag) => !isWaiting(bag))
    .toSorted((a, b) => a.stop - b.stop);
  return inLine[0] ?? null;
}

/** All that is there is in it; something is missing. */
export function isWaiting({ people }: Pick<BagInLine, 'people'>): boolean {
  const states = people.flatMap(({ items }) => items.map(({ state }) => state));
  return states.includes('missing') && !states.includes('open');
}

// In how many bags a delivery is carried, and how warm they are.

/** For a delivery; `both`: in bags apart. */
export const TEMPERATURES = ['warm', 'cold', 'both'] as const;
export type Temperature = (typeof TEMPERATURES)[number];

/** On paper and on phones. */
export const TEMPERATURE_MARKS: Record<Temperature, string> = {
  warm: 'WARM',
  cold: 'COLD',
  both: 'WARM + COLD',
};

type Portions = readonly { isWarm: boolean }[];

export function temperatureOf(portions: Portions): Temperature {
  if (!portions.some(({ isWarm }) => isWarm)) return 'cold';
  return portions.every(({ isWarm }) => isWarm) ? 'warm' : 'both';
}

type BagToCarry = { temperature: 'warm' | 'cold'; portions: number };

/** What is warm and what is cold are never in one bag; at least one. `portions`: in all bags of its temperature. */
export function bagsToCarry(
  portions: Portions,
  { portionsPerBag }: Pick<BusinessFacts, 'portionsPerBag'>,
): BagToCarry[] {
  const warm = portions.filter(({ isWarm }) => isWarm).length;
  const bagsOf = (temperature: BagToCarry['temperature'], count: number) =>
    Array.from({ length: Math.ceil(count / portionsPerBag) }, () => ({
      temperature,
      portions: count,
    }));
  const bags = [...bagsOf('warm', warm), ...bagsOf('cold', portions.length - warm)];
  return bags.length > 0 ? bags : [{ temperature: 'cold', portions: 0 }];
}

/** What packer and driver read of a delivery. */
export function carriedIn(
  order: Parameters<typeof portionsIn>[0],
  delivery: Parameters<typeof portionsIn>[1],
  facts: Pick<BusinessFacts, 'portionsPerBag'>,
): { bags: number; temperature: Temperature } {
  const portions = portionsIn(order, delivery);
  return { bags: bagsToCarry(portions, facts).length, temperature: temperatureOf(portions) };
}
