/** What stands on the labels of a day, in the words in which it stands there. Food Standards Code 1.2.1 to 1.2.8. */
import type { BusinessFacts } from '#domain/business.ts';
import { formatDate, formatDayAndMonth, type PlainDate } from '#domain/calendar/plain-date.ts';
import { windowLabel } from '#domain/delivery/delivery-windows.ts';
import { specialWords } from '#domain/kitchen/special-orders.ts';
import { allergenStatement } from '#domain/menu/allergens.ts';
import type { LabelledMeal } from '#domain/menu/meal-snapshot.ts';
import { inPackingOrder, type LabelledDrop, type LabelledItem } from './label-order.ts';
import { boldAllergens, boldWords, type TextSpan } from './label-text.ts';
import { NOT_KNOWN, type NutritionPanel, nutritionPanel } from './nutrition-panel.ts';
import { adviceWords, storageAdvice } from './storage-advice.ts';

/** What is the same on every portion of a meal. */
export type MealPart = {
  name: string;
  /** With the allergens bold. Empty when not given. */
  ingredients: TextSpan[];
  /** "Contains: …", "No declared allergens" or "Allergens: ask us"; all of it bold. */
  allergens: string;
  heating: string;
  storage: string;
  panel: NutritionPanel;
  supplier: string;
};

/** One portion. It bears no price, phone or address of the customer. */
export type FoodLabel = {
  kind: 'food';
  /** Which of the `meals`. */
  meal: number;
  personName: string;
  orderNumber: string;
  /** "Eat Tue 13 Jan, lunch"; "Planned for …" when it does not keep so long. */
  eatOn: string;
  /** "Tue 13 Jan, 11am-1pm". */
  arrives: string;
  /** "Use by Fri 16 Jan 2026", or "Use by: ask us". */
  useBy: string;
  /** "Freeze on arrival", or what to do instead; null when it is eaten fresh. */
  advice: string | null;
  lot: string;
  /** What the code on the label opens. */
  orderUrl: string;
};

/** One drop: what the driver reads at the door. */
export type DeliveryLabel = {
  kind: 'delivery';
  name: string;
  orderNumber: string;
  suburb: string;
  address: string;
  /** "Tue 13 Jan, 11am-1pm". */
  arrives: string;
  temperature: 'WARM' | 'COLD';
  /** "3 portions". */
  portions: string;
  instructions: TextSpan[];
  orderUrl: string;
};

export const LABEL_KINDS = ['food', 'delivery', 'all'] as const;
export type LabelKind = (typeof LABEL_KINDS)[number];

/** One label a page, or as many as a sheet of A4 holds. */
export const LABEL_LAYOUTS = ['roll', 'a4'] as const;
export type LabelLayout = (typeof LABEL_LAYOUTS)[number];

export type Labels = { meals: MealPart[]; labels: (FoodLabel | DeliveryLabel)[] };

type LabelFacts = {
  business: Pick<BusinessFacts, 'name' | 'premises' | 'keepsFreshDays'>;
  kind: LabelKind;
  orderUrl(orderId: number): string;
};

/** In packing order; with `all`, each drop's delivery label comes before its food labels. */
export function labelsOf(drops: readonly LabelledDrop[], facts: LabelFacts): Labels {
  const meals: MealPart[] = [];
  const known = new Map<string, number>();
  const mealPart = (item: LabelledItem): number => {
    const key = JSON.stringify(item.meal);
    const found = known.get(key) ?? meals.push(describeMeal(item.meal, facts)) - 1;
    known.set(key, found);
    return found;
  };
  const labels = inPackingOrder(drops).flatMap((drop) => [
    ...(facts.kind === 'food' ? [] : [deliveryLabel(drop, facts)]),
    ...(facts.kind === 'delivery'
      ? []
      : drop.items.map((item) => foodLabel(drop, item, mealPart(item), facts))),
  ]);
  return { meals, labels };
}

function describeMeal(meal: LabelledMeal, { business }: LabelFacts): MealPart {
  return {
    name: meal.name,
    ingredients: boldAllergens(meal.ingredients, meal.allergens),
    allergens: allergenStatement(meal.allergens),
    heating: meal.heatingText,
    storage: meal.storageText,
    panel: nutritionPanel(meal),
    supplier: `${business.name}, ${business.premises}`,
  };
}

function foodLabel(
  drop: LabelledDrop,
  item: LabelledItem,
  meal: number,
  facts: LabelFacts,
): FoodLabel {
  const { mealDate } = item;
  const kept = { ...item.meal, deliveryDate: drop.date, mealDate };
  const advice = storageAdvice(kept, facts.business);
  return {
    kind: 'food',
    meal,
    personName: item.personName,
    orderNumber: drop.orderNumber,
    eatOn: `${advice.plan === 'eat-sooner' ? 'Planned for' : 'Eat'} ${formatDayAndMonth(mealDate)}, ${item.mealType}`,
    arrives: `${formatDayAndMonth(drop.date)}, ${windowLabel(drop.window)}`,
    useBy: advice.useBy === null ? `Use by: ${NOT_KNOWN}` : `Use by ${formatDate(advice.useBy)}`,
    advice: adviceWords(advice),
    lot: lotOf(drop.date, item.mealId),
    orderUrl: facts.orderUrl(drop.orderId),
  };
}

function deliveryLabel(drop: LabelledDrop, facts: LabelFacts): DeliveryLabel {
  const { items, specialInstructions } = drop;
  const meals = items.map(({ meal }) => meal);
  return {
    kind: 'delivery',
    name: drop.customerName,
    orderNumber: drop.orderNumber,
    suburb: `${drop.suburb} ${drop.postcode}`,
    address: [drop.addressLine1, drop.addressLine2].filter(Boolean).join(', '),
    arrives: `${formatDayAndMonth(drop.date)}, ${windowLabel(drop.window)}`,
    temperature: drop.deliveryPreference === 'warm' ? 'WARM' : 'COLD',
    portions: items.length === 1 ? '1 portion' : `${items.length} portions`,
    instructions: boldWords(specialInstructions, specialWords(specialInstructions, meals)),
    orderUrl: facts.orderUrl(drop.orderId),
  };
}

/** All portions of a meal that go out on a day: what a recall needs. "260113-17". */
function lotOf(deliveryDate: PlainDate, mealId: number): string {
  return `${deliveryDate.slice(2).replaceAll('-', '')}-${mealId}`;
}
