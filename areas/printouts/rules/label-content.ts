import { serviceOf } from '#areas/business/rules/services.ts';
import { type MealType, compareMealTypes } from '#areas/menu/rules/meal.ts';
import { capitalised } from '#platform/rules/capitalised.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDate, formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { bagsToCarry, TEMPERATURE_MARKS } from '#areas/order-book/rules/pack-bag.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { TRACES_ON_LABEL } from '#areas/business/rules/tax-line.ts';
import { foodRequestTerms } from '#areas/order-book/rules/special-people.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { isCareful } from '#areas/needs/rules/food-needs.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';
import { bagMark, portionMark } from '#areas/order-book/rules/scan-code.ts';
import { headingOf, type LabelledMeal } from '#areas/menu/rules/meal-snapshot.ts';
import { needsOf } from '#areas/order-book/rules/food-check.ts';
import {
  agreedText,
  allergyBand,
  allergyLine,
  type KitchenBag,
  type KitchenItem,
  namesOf,
  TEST_ORDER,
} from '#areas/order-book/rules/kitchen-bag.ts';
import {
  boldAllergens,
  boldWords,
  type TextSpan,
  NOT_KNOWN,
  type NutritionPanel,
  nutritionPanel,
} from '#areas/menu/rules/label-text.ts';
import { formatAdvice, storageAdvice } from '#areas/menu/rules/storage-advice.ts';
import { compareByStop } from '#areas/order-book/rules/split-stops.ts';
import { compareText } from '#platform/rules/compare-text.ts';

/** The same on every portion of a meal. */
export type MealPart = {
  name: string;
  /** "Ingredients: ", or that a batch is of two recipes. */
  heading: string;
  /** Allergens in bold. Empty if not given. */
  ingredients: TextSpan[];
  /** "Contains: …", "No declared allergens" or "Allergens: ask us"; all in bold. */
  allergens: string;
  heating: string;
  storage: string;
  panel: NutritionPanel;
  /** Who made it and where, and that traces are possible. */
  supplier: string;
};

/** One portion. It shows no price, phone or address of the customer. */
export type FoodLabel = {
  kind: 'food';
  /** Index in `meals`. */
  meal: number;
  mealId: number;
  personName: string;
  /** "ALLERGY  MIA: ALL TREE NUTS, PEANUT"; null without any. */
  allergyBand: string | null;
  /** The person's own words; empty for most. */
  note: string;
  /** "CONTAINS PEANUT, AGREED: reason, who, date"; null for almost every portion. */
  agreed: string | null;
  /** "20 Mia 9Q2X 2/2". */
  key: string;
  /** "Eat Tue 13 Jan, lunch", or "Planned for …" when it does not keep that long. */
  eatOn: string;
  /** "Tue 13 Jan, 11am-1pm". */
  arrives: string;
  /** "Use by Fri 16 Jan 2026", or "Use by: ask us". */
  useBy: string;
  /** "Freeze on arrival", or what to do instead; null for a meal eaten fresh. */
  advice: string | null;
  lot: string;
  /** The address in the label's QR code: the meal's public page, and for our scanner which portion it is. */
  mealUrl: string;
  /** Why it is neither cooked nor packed: a slip is printed in its place. "Contains MILK"; null: a label. */
  hold: string | null;
};

/** One bag: what the driver reads at the door. */
export type DeliveryLabel = {
  kind: 'delivery';
  /** "20 Sarah 9Q2X". */
  key: string;
  name: string;
  suburb: string;
  address: string;
  /** "Tue 13 Jan, 11am-1pm". */
  arrives: string;
  /** "WARM" or "COLD": what is warm has a bag of its own. */
  temperature: string;
  /** "3 portions": of its temperature. */
  portions: string;
  /** "ALLERGY  MIA: ALL TREE NUTS, PEANUT", then a line for each other person of the bag; null without any. */
  allergyBand: string | null;
  instructions: TextSpan[];
  /** "Near stop 12", of one that was added behind numbers on paper; empty: it stands where it belongs. */
  near: string;
  /** "Bag 1 of 3"; empty for an only bag. */
  bag: string;
  /** The stop on the driver's phone: the address in the label's QR code. */
  stopUrl: string;
  /** A card goes into it. */
  hasCard?: boolean;
  /** Across the label of a bag that may not leave the kitchen; left out: it may. */
  stamp?: string;
};

/** The stamp of a bag with a portion on hold. */
const HOLD = 'HOLD - ASK THE OFFICE';

/** In place of the label of a portion on hold, with its person, meal and reason. */
export const HOLD_SLIP = { title: 'ON HOLD, DO NOT PACK', ask: 'Ask the office' };

export const LABEL_KINDS = ['food', 'delivery', 'all'] as const;
export type LabelKind = (typeof LABEL_KINDS)[number];

/** For a set of labels: those for which the kitchen's stock has room, or has not. */
export const LABEL_PARTS = ['all', 'fitting', 'too_tall'] as const;

export type Labels = { meals: MealPart[]; labels: (FoodLabel | DeliveryLabel)[] };

type LabelFacts = {
  business: Pick<
    BusinessFacts,
    | 'name'
    | 'premises'
    | 'keepsFreshDays'
    | 'timeZone'
    | 'portionsPerBag'
    | 'defaultWindow'
    | 'services'
  >;
  kind: LabelKind;
  mealUrl(mealId: number): string;
  stopUrl(deliveryId: number): string;
  /** Which portions get a label; by default all. */
  isAskedFor?: (item: KitchenItem) => boolean;
};

/** In the sequence of the run; with `all`, a stop's bag labels come before its food labels. */
export function labelsOf(bags: readonly KitchenBag[], facts: LabelFacts): Labels {
  const { isAskedFor = () => true } = facts;
  const meals: MealPart[] = [];
  const known = new Map<string, number>();
  const mealPart = (item: KitchenItem): number => {
    const key = JSON.stringify(item.meal);
    const found = known.get(key) ?? meals.push(describeMeal(item.meal, facts)) - 1;
    known.set(key, found);
    return found;
  };
  const labels = inPackingOrder(bags).flatMap((bag) => [
    ...(facts.kind === 'food' ? [] : deliveryLabels(bag, facts)),
    ...(facts.kind === 'delivery'
      ? []
      : bag.items.filter(isAskedFor).map((item) => foodLabel(bag, item, mealPart(item), facts))),
  ]);
  return { meals, labels };
}

function describeMeal(meal: LabelledMeal, { business }: Pick<LabelFacts, 'business'>): MealPart {
  return {
    name: meal.name,
    heading: headingOf(meal.ingredients),
    ingredients: boldAllergens(meal.ingredients, meal.allergens),
    allergens: [allergenStatement(meal.allergens), ...tracesOf(meal)].join('. '),
    heating: meal.heatingText,
    storage: meal.storageText,
    panel: nutritionPanel(meal),
    supplier: `${business.name}, ${business.premises}. ${TRACES_ON_LABEL}.`,
  };
}

/** "May contain SESAME": of this recipe, beside what the whole kitchen says. */
function tracesOf({ mayContain }: LabelledMeal): string[] {
  return mayContain && mayContain.length > 0
    ? [`May contain ${namesText(mayContain).toUpperCase()}`]
    : [];
}

/** A meal's label as most people have it: what of it there is room for, the kitchen learns before anyone orders it. */
export function usualLabel(
  meal: LabelledMeal & { id: number; slug: string; mealType: MealType },
  facts: Pick<LabelFacts, 'business'> & { publicUrl: string },
): Labels {
  return {
    meals: [describeMeal(meal, facts)],
    labels: [
      {
        kind: 'food',
        meal: 0,
        mealId: meal.id,
        personName: 'Alexandra',
        key: '120 Alexandra 9Q2X',
        allergyBand: null,
        note: '',
        agreed: null,
        eatOn: `Eat Wed 30 Sep, ${serviceOf(meal.mealType, facts.business).name}`,
        arrives: `Wed 30 Sep, ${windowLabel(facts.business.defaultWindow)}`,
        useBy: 'Use by Wed 30 Sep 2026',
        advice: null,
        lot: `260930-${meal.id}`,
        mealUrl: `${facts.publicUrl}/menu/${meal.slug}`,
        hold: null,
      },
    ],
  };
}

function foodLabel(bag: KitchenBag, item: KitchenItem, meal: number, facts: LabelFacts): FoodLabel {
  const { deliveryId, date, window } = bag;
  const { mealDate } = item;
  const cookedFor = bag.madeOn ?? bag.date;
  const kept = { ...item.meal, deliveryDate: cookedFor, mealDate };
  const advice = storageAdvice(kept, facts.business);
  const needs = needsOf(bag.people, item.personName);
  return {
    kind: 'food',
    meal,
    mealId: item.mealId,
    personName: item.personName,
    allergyBand: allergyBand({ name: item.personName, ...needs }),
    note: needs.note,
    agreed: item.override && agreedText(item.override, facts.business),
    key: item.key,
    eatOn: `${advice.plan === 'eat-sooner' ? 'Planned for' : 'Eat'} ${formatDayAndMonth(mealDate)}, ${serviceOf(item.mealType, facts.business).name}`,
    arrives: `${formatDayAndMonth(bag.date)}, ${windowLabel(bag.window)}`,
    useBy: advice.useBy === null ? `Use by: ${NOT_KNOWN}` : `Use by ${formatDate(advice.useBy)}`,
    advice: formatAdvice(advice),
    lot: lotOf(cookedFor, item.mealId),
    mealUrl:
      facts.mealUrl(item.mealId) + portionMark({ ...item, ...needs, deliveryId, date, window }),
    hold: item.onHold === undefined ? null : capitalised(item.onHold),
  };
}

/** One for each bag that the delivery is carried in. */
function deliveryLabels(bag: KitchenBag, facts: LabelFacts): DeliveryLabel[] {
  const { items, specialInstructions } = bag;
  const meals = items.map(({ meal }) => meal);
  const bags = bagsToCarry(items, facts.business);
  const label = {
    kind: 'delivery',
    key: bag.key,
    near: nearText(bag.nearStop),
    name: bag.customerName,
    suburb: `${bag.suburb} ${bag.postcode}`,
    address: [bag.addressLine1, bag.addressLine2].filter(Boolean).join(', '),
    arrives: `${formatDayAndMonth(bag.date)}, ${windowLabel(bag.window)}`,
    allergyBand: bandOf(bag),
    instructions: boldWords(
      specialInstructions,
      foodRequestTerms(specialInstructions, meals, namesOf(bag)),
    ),
    ...((bag.isTest || bag.isOnHold) && { stamp: bag.isTest ? TEST_ORDER : HOLD }),
  } as const;
  return bags.map(({ temperature, portions }, index) => ({
    ...label,
    temperature: TEMPERATURE_MARKS[temperature],
    portions: portions === 1 ? '1 portion' : `${portions} portions`,
    bag: bags.length === 1 ? '' : `Bag ${index + 1} of ${bags.length}`,
    ...(bag.card && index === 0 && { hasCard: true }),
    stopUrl: facts.stopUrl(bag.deliveryId) + bagMark(index + 1),
  }));
}

/** "Near stop 12"; empty without one. */
export function nearText(nearStop: number | null | undefined): string {
  return nearStop ? `Near stop ${nearStop}` : '';
}

function bandOf({ people }: KitchenBag): string | null {
  const concerned = people.filter(isCareful);
  return concerned.length === 0 ? null : `ALLERGY  ${concerned.map(allergyLine).join('\n')}`;
}

/** All portions of a meal that go out on one day: what a recall needs. "260113-17". */
function lotOf(deliveryDate: PlainDate, mealId: number): string {
  return `${deliveryDate.slice(2).replaceAll('-', '')}-${mealId}`;
}

/** "2 labels need larger stock: Moroccan chicken (Alex), 9 mm too tall; Dal (Mia), 2 mm too tall." */
export function tooTallText(labels: readonly { name: string; millimetres: number }[]): string {
  const named = labels.map(({ name, millimetres }) => `${name}, ${millimetres} mm too tall`);
  const count = labels.length === 1 ? '1 label needs' : `${labels.length} labels need`;
  return `${count} larger stock: ${named.join('; ')}.`;
}

/** Cancelled deliveries get no labels. */
export function inPackingOrder(bags: readonly KitchenBag[]): KitchenBag[] {
  return bags
    .filter((bag) => bag.deliveryStatus !== 'cancelled')
    .map((bag) => ({ ...bag, items: bag.items.toSorted(compareItems) }))
    .toSorted(compareBags);
}

function compareBags(a: KitchenBag, b: KitchenBag): number {
  return compareText(a.date, b.date) || compareText(a.window, b.window) || compareByStop(a, b);
}

function compareItems(a: KitchenItem, b: KitchenItem): number {
  return (
    a.personPosition - b.personPosition ||
    compareText(a.mealDate, b.mealDate) ||
    compareMealTypes(a.mealType, b.mealType) ||
    a.helping - b.helping
  );
}

/** How much of it a label has. */
const HEATING_PARTS = ['all', 'first_way', 'no_way'] as const;
export type HeatingPart = (typeof HEATING_PARTS)[number];

/** "Microwave: …", "Oven (best for the crust): …", "Serve cold, straight from the fridge: …" */
const WAY = /^\p{Lu}[^.:!?]{1,50}: /u;
/** Never within a number: "1.5 minutes". */
const BETWEEN_SENTENCES = /(?<=[.!?]) +(?=\p{Lu})/u;

/** What can't go stays: whether it may be heated at all, and how hot it must be. */
export function heatingText(text: string, part: HeatingPart): string {
  if (part === 'all' || text.trim() === '') return text;
  const sentences = text.trim().split(BETWEEN_SENTENCES);
  const ways = sentences.filter((sentence) => WAY.test(sentence));
  if (part === 'first_way') {
    const [first, ...others] = ways;
    if (first === undefined || others.length === 0) return text;
    return [...sentences.filter((sentence) => !others.includes(sentence)), 'More ways: scan.'].join(
      ' ',
    );
  }
  if (/do not heat/iu.test(text)) return 'Serve cold. Do not heat. More: scan.';
  const cold = /^serve cold/iu.test(text) ? 'Serve cold, or heat: ' : '';
  return `${cold}Reheat once only until steaming hot. More ways: scan.`;
}

/** Whether this part is shorter than all of it. */
export function isShorter(text: string, part: HeatingPart): boolean {
  return heatingText(text, part).length < text.length;
}
