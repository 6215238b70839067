/**
 * The prep sheet on A4: what to cook, whom to be careful for, the ingredients it takes, and what goes into each bag, stop
 * by stop.
 */
import type { PrepSheetContent } from '#areas/printouts/server/drawer-port.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { TEMPERATURE_MARKS } from '#areas/order-book/rules/pack-bag.ts';
import { agreedText } from '#areas/order-book/rules/allergy-band.ts';
import { helpingText } from '#areas/order-book/rules/kitchen-bag.ts';
import { waitingText } from '#areas/printouts/rules/waiting-text.ts';
import type { CookRow, PrepSheet } from '#areas/printouts/rules/prep-sheet.ts';
import {
  type IngredientTotal,
  ingredientWeightText,
} from '#areas/printouts/rules/ingredient-roll-up.ts';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';
import { mm, type Pdf } from './draw-pdf.ts';
import type { Span } from '#platform/server/drawing/draw-text.ts';
import { drawCareful, drawSpecialOrders, needsParts } from './draw-special-orders.ts';
import {
  type Flow,
  startFlow,
  type Cell,
  type SheetColumn,
  drawTable,
  type Row,
} from './sheet-table.ts';

export function drawPrepSheet(pdf: Pdf, { date, stamp, sheet, waiting }: PrepSheetContent): void {
  const flow = startFlow(pdf, stamp);
  drawTotals(flow, sheet, waiting);
  drawToCook(flow, sheet.toCook);
  drawSpecialOrders(flow, sheet.specials);
  drawCareful(flow, sheet.toCook);
  drawIngredients(flow, sheet);
  for (const { window, deliveries } of sheet.totals.windows) {
    if (deliveries > 0) drawPacking(flow, sheet, { date, window });
  }
}

function drawTotals(
  flow: Flow,
  { totals, specials }: PrepSheet,
  waiting: PrepSheetContent['waiting'],
): void {
  if (waiting.orders > 0) flow.paragraph(waitingText(waiting), { size: 10, bold: true });
  const names = ['Deliveries', 'Meals', 'Lunch', 'Dinner', 'Warm', 'Cold'];
  const width = mm(22);
  const columns: SheetColumn[] = [
    { heading: '', width: flow.width - names.length * width },
    ...names.map((heading): SheetColumn => ({ heading, width, align: 'right' })),
  ];
  const rowOf = (name: string, of: Omit<(typeof totals.windows)[number], 'window'>): Row => ({
    cells: [name, ...[of.deliveries, of.meals, of.lunch, of.dinner, of.warm, of.cold].map(String)],
  });
  drawTable(flow, columns, [
    ...totals.windows.map((total) => rowOf(windowLabel(total.window), total)),
    { ...rowOf('Whole day', totals), bold: true },
  ]);
  flow.gap(mm(1.5));
  if (specials.length > 0) {
    const who = specials.length === 1 ? '1 order has' : `${specials.length} orders have`;
    flow.paragraph(`READ FIRST: ${who} allergies or food requests, listed after “To cook”.`, {
      size: 10,
      bold: true,
    });
  }
}

function drawToCook(flow: Flow, meals: readonly CookRow[]): void {
  const windows = windowColumns(meals);
  const total = mm(12);
  const degrees = mm(15);
  const tick = mm(6);
  const columns: SheetColumn[] = [
    { heading: '', width: tick },
    { heading: 'Meal', width: flow.width - tick - widthOf(windows) - total - degrees * 3 },
    ...windows,
    { heading: 'Total', width: total, align: 'right' },
    { heading: 'Cooked', width: degrees },
    { heading: 'Chilled', width: degrees },
    { heading: 'Sent out', width: degrees },
  ];
  const rows = MEAL_TYPES.flatMap((type): Row[] => {
    const ofType = meals.filter(({ mealType }) => mealType === type);
    if (ofType.length === 0) return [];
    const portions = ofType.reduce((sum, meal) => sum + meal.count, 0);
    const name = type === 'lunch' ? 'Lunch' : 'Dinner';
    const sum: Row = {
      cells: ['', name, ...windows.map(() => ''), String(portions)],
      bold: true,
      fill: 0.95,
    };
    return [sum, ...ofType.map((meal) => cookRow(meal, isNarrow(meals)))];
  });
  drawTable(flow, columns, rows, 'To cook');
}

/** More than two windows in a day have one column each, or the names of the meals would have no room. */
function isNarrow([meal]: readonly CookRow[]): boolean {
  return (meal?.perWindow.length ?? 0) > 2;
}

function windowColumns(meals: readonly CookRow[]): SheetColumn[] {
  const windows = meals[0]?.perWindow.map(({ window }) => window) ?? [];
  const align = 'right';
  if (isNarrow(meals)) {
    const width = mm(78) / windows.length;
    return windows.map((window) => ({
      heading: windowLabel(window).replace('-', '-\n'),
      width,
      align,
    }));
  }
  return windows.flatMap((window) => [
    { heading: `${windowLabel(window)}\nwarm`, width: mm(17.5), align },
    { heading: `${windowLabel(window)}\ncold`, width: mm(17.5), align },
  ]);
}

function widthOf(columns: readonly SheetColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0);
}

function cookRow(
  { name, allergens, perWindow, count, onHold, careful }: CookRow,
  isOneColumn: boolean,
): Row {
  const numberOf = (portions: number) => (portions === 0 ? '–' : String(portions));
  const counts = perWindow.flatMap(({ warm, cold }): Cell[] =>
    isOneColumn
      ? [{ parts: [{ text: `${numberOf(warm)} warm` }, { text: `${numberOf(cold)} cold` }] }]
      : [numberOf(warm), numberOf(cold)],
  );
  const meal: Cell = {
    parts: [
      { text: name, bold: true },
      { text: allergens, size: 7.5 },
      ...careful
        .filter(({ care }) => care !== 'as_noted')
        .map(({ care, count: portions, personName }) => ({
          text: `${care.replace('_', ' ').toUpperCase()}: ${portions} for ${personName}`,
          bold: true,
        })),
    ],
  };
  return {
    cells: [
      { tick: true },
      meal,
      ...counts,
      {
        parts: [
          { text: String(count), size: 12, bold: true },
          ...(onHold > 0 ? [{ text: `+ ${onHold} on hold`, size: 8, bold: true }] : []),
        ],
      },
      { field: '°C' },
      { field: '°C' },
      { field: '°C' },
    ],
  };
}

/** In two columns: there are many, and each is short. */
function drawIngredients(flow: Flow, { ingredients: { ingredients, unlisted } }: PrepSheet): void {
  if (ingredients.length === 0 && unlisted.length === 0) return;
  flow.heading('Ingredients');
  flow.paragraph(
    'Weights are from stated percentages, in finished portions. "Over": some meals state none.',
    { size: 8 },
  );
  flow.gap(mm(1));
  const half: SheetColumn[] = [
    { heading: 'Ingredient', width: flow.width / 2 - mm(42) },
    { heading: 'Portions', width: mm(17), align: 'right' },
    { heading: 'Weight', width: mm(23), align: 'right' },
  ];
  const lines = Math.ceil(ingredients.length / 2);
  const rows = ingredients.slice(0, lines).map((left, index): Row => {
    const right = ingredients[lines + index];
    return { cells: [...ingredientCells(left), '', ...(right ? ingredientCells(right) : [])] };
  });
  if (rows.length > 0) drawTable(flow, [...half, { heading: '', width: mm(4) }, ...half], rows);
  if (unlisted.length === 0) return;
  flow.gap(mm(1.5));
  flow.paragraph([{ text: 'No ingredients listed: ', bold: true }, { text: unlisted.join(', ') }], {
    size: 9,
  });
}

function ingredientCells(total: IngredientTotal): string[] {
  return [total.name, String(total.servings), ingredientWeightText(total)];
}

type Packed = { date: PlainDate; window: DeliveryWindow };

function drawPacking(flow: Flow, { totals, timeZone }: PrepSheet, { date, window }: Packed): void {
  const tick = mm(6);
  const stop = mm(11);
  const columns: SheetColumn[] = [
    { heading: '', width: tick },
    { heading: 'Stop', width: stop, align: 'right' },
    { heading: 'Bag', width: mm(50) },
    { heading: 'Meals', width: flow.width - tick - stop - mm(50) },
  ];
  const bags = totals.packingList.filter((bag) => bag.window === window);
  drawTable(
    flow,
    columns,
    bags.map((bag) => ({
      cells: [{ tick: true }, stopCell(bag), bagCell(bag), mealsCell(bag, { date, timeZone })],
    })),
    `Packing list, ${windowLabel(window)}`,
  );
}

type Bag = PrepSheet['totals']['packingList'][number];

function stopCell({ stop }: Bag): Cell {
  return { parts: [{ text: stop === null ? '–' : String(stop), size: 14, bold: true }] };
}

function bagCell(bag: Bag): Cell {
  const portions = bag.items.length === 1 ? '1 portion' : `${bag.items.length} portions`;
  return {
    parts: [
      { text: bag.orderNumber, bold: true, size: 10 },
      { text: `${bag.customerName}, ${bag.suburb}` },
      { text: `${portions}, ${TEMPERATURE_MARKS[bag.temperature]}`, bold: true },
    ],
  };
}

type On = { date: PlainDate; timeZone: string };

function mealsCell(bag: Bag, on: On): Cell {
  const instructions = bag.specialInstructions.trim();
  return {
    parts: [
      ...bag.needs.flatMap(needsParts),
      ...bag.items.map((item) => ({ tick: true, text: packedText(item, bag, on) })),
      ...(instructions === '' ? [] : [{ text: instructions, bold: bag.specialWords.length > 0 }]),
    ],
  };
}

/** "Mia: Dal, dinner for Thu 15 Jan"; with a second helping "Mia, Thu 15 Jan dinner (2): Dal, 1 of 2". */
function packedText(item: Bag['items'][number], bag: Bag, { date, timeZone }: On): Span[] {
  const { personName, meal, mealType, mealDate, override, onHold } = item;
  const agreed = override && agreedText(override, { timeZone });
  const helping = helpingText(item, bag.items);
  const day = formatDayAndMonth(mealDate);
  const who = helping === null ? personName : `${personName}, ${day} ${mealType} (2)`;
  const when = `${mealType}${mealDate === date ? '' : ` for ${day}`}`;
  return [
    { text: `${who}: `, bold: true },
    { text: `${meal.name}, ${helping ?? when}` },
    ...(agreed === null ? [] : [{ text: `. ${agreed}`, bold: true }]),
    ...(onHold === undefined ? [] : [{ text: `. ON HOLD, DO NOT PACK: ${onHold}`, bold: true }]),
  ];
}
