import type { ShoppingReply } from '#areas/kitchen/calls/shopping.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { STORE_AREA_NAMES } from '#areas/menu/rules/store-areas.ts';
import { type CsvCell, toCsv } from '#platform/server/drawing/csv.ts';

const HEADING = [
  'Supplier',
  'Arrives',
  'Code',
  'Ingredient',
  'Pack',
  'Packs',
  'Each',
  'Unit',
  'Needed',
  'On hand',
  'Over',
  'Kept in',
  'Cost',
  'Would spoil by',
  'Note',
];

/** One row for each pack, in the sequence of the orders; then what has no pack, and what comes too late. */
export function shoppingCsv({ orders, withoutPack, short }: ShoppingReply): string {
  const rows = orders.flatMap(({ supplier, arrives, lines }) =>
    lines.map((line): CsvCell[] => [
      supplier,
      arrives,
      line.code,
      line.ingredient,
      line.pack,
      line.packs,
      line.packQty,
      line.baseUnit,
      line.need,
      line.onHand,
      line.over,
      STORE_AREA_NAMES[line.storeArea],
      line.costCents === null ? null : formatAmount(line.costCents),
      line.wouldSpoil.join(' '),
      line.packs === 0 ? 'Enough is there' : '',
    ]),
  );
  return toCsv([
    HEADING,
    ...rows,
    ...withoutPack.map((line) => restRow('', line, line.need, 'No pack is entered')),
    ...short.map((line) =>
      restRow(line.supplier, line, line.qty, 'Needed before anything arrives'),
    ),
  ]);
}

type Rest = Pick<ShoppingReply['withoutPack'][number], 'ingredient' | 'baseUnit' | 'storeArea'>;

/** What is in no order. */
function restRow(
  supplier: string,
  { ingredient, baseUnit, storeArea }: Rest,
  need: number,
  note: string,
): CsvCell[] {
  const cells: Record<string, CsvCell> = {
    Supplier: supplier,
    Ingredient: ingredient,
    Unit: baseUnit,
    Needed: need,
    'Kept in': STORE_AREA_NAMES[storeArea],
    Note: note,
  };
  return HEADING.map((column) => cells[column] ?? null);
}
