import { windowLabel } from '#domain/delivery/delivery-windows.ts';
import type { PrepSheet } from '#domain/kitchen/prep-sheet.ts';
import { allergenStatement } from '#domain/menu/allergens.ts';
import { toCsv } from '#server/drawing/csv/csv.ts';

const HEADING = [
  'Window',
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
];

/** One row per portion, in packing order, so that a spreadsheet can count by any column. */
export function prepSheetCsv({ totals }: PrepSheet): string {
  const rows = totals.packingList.flatMap((bag) =>
    bag.items.map((item) => [
      windowLabel(bag.window),
      bag.orderNumber,
      bag.status,
      bag.customerName,
      bag.suburb,
      bag.deliveryPreference,
      item.personName,
      item.mealType,
      item.meal.name,
      item.mealDate,
      allergenStatement(item.meal.allergens),
      bag.specialWords.join(' '),
      bag.specialInstructions,
    ]),
  );
  return toCsv([HEADING, ...rows]);
}
