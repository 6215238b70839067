import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { agreedText } from '#areas/order-book/rules/allergy-band.ts';
import { helpingText } from '#areas/order-book/rules/kitchen-bag.ts';
import type { PrepSheet } from '#areas/printouts/rules/prep-sheet.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { needsOf } from '#areas/order-book/rules/food-check.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';
import { dietText } from '#areas/needs/rules/diets.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { toCsv } from '#platform/server/drawing/csv.ts';

const HEADING = [
  'Window',
  'Stop',
  'Order',
  'Status',
  'Customer',
  'Suburb',
  'Warm or cold',
  'Person',
  'Meal type',
  'Meal',
  'Eat on',
  'Allergens',
  'Food words',
  'Instructions',
  'Portion',
  'Person’s allergens',
  'Diets',
  'Note',
  'Agreed',
  'On hold',
];

/** One row per portion, in packing order, so that a spreadsheet can count by any column. */
export function prepSheetCsv({ totals, timeZone }: PrepSheet): string {
  const rows = totals.packingList.flatMap((bag) =>
    bag.items.map((item) => [
      windowLabel(bag.window),
      bag.stop,
      bag.orderNumber,
      bag.status,
      bag.customerName,
      bag.suburb,
      bag.temperature,
      item.personName,
      item.mealType,
      item.meal.name,
      item.mealDate,
      allergenStatement(item.meal.allergens),
      bag.specialWords.join(' '),
      bag.specialInstructions,
      helpingText(item, bag.items),
      ...needsCells(needsOf(bag.people, item.personName)),
      item.override && agreedText(item.override, { timeZone }),
      item.onHold ?? null,
    ]),
  );
  return toCsv([HEADING, ...rows]);
}

function needsCells({ allergens, avoid, diets, note }: FoodNeeds): string[] {
  return [namesText([...allergens, ...avoid]), diets.map(dietText).join(', '), note];
}
