/** Rows of a shop's file -> what is sold: a product of one price, or a variant of each price. Ours. */
import {
  ID_COLUMN,
  KEY_COLUMN,
  PARENT_COLUMN,
  VARIANT_COLUMNS,
} from '#areas/recipes/rules/import/meal-columns.ts';
import { readPrice } from '#areas/recipes/rules/import/read-values.ts';
import type { ImportRow } from '#platform/server/importer.ts';

const MOST_VARIANTS = 20;
/** Shopify's name for the only variant. */
const NO_VARIANT = 'Default Title';

type Cells = ImportRow['cells'];

/** What may become a meal. */
export type FileMeal = {
  row: number;
  others: readonly number[];
  cells: Cells;
  /** Shared by the variants of one product: what is refused of one is refused of all. */
  product: number;
  problems: readonly string[];
};

type Product = { rows: ImportRow[]; variants: ImportRow[]; problems: string[] };

export function readProducts(rows: readonly ImportRow[], has: ReadonlySet<string>): FileMeal[] {
  const products = has.has(PARENT_COLUMN)
    ? byParent(rows)
    : has.has(KEY_COLUMN)
      ? byKey(rows)
      : rows.map((row) => ({ rows: [row], variants: [row], problems: [] }));
  return products.flatMap(toMeals);
}

/** Rows with one handle are one product; those without a price only have more pictures. */
function byKey(rows: readonly ImportRow[]): Product[] {
  const groups = Map.groupBy(rows, ({ row, cells }) => cells[KEY_COLUMN] || `row ${row}`);
  return [...groups.values()].map((group) => ({
    rows: group,
    variants: group.filter(({ cells }) => cells['price']),
    problems: [],
  }));
}

/** A variation names its parent by its SKU, or as "id:12". */
function byParent(rows: readonly ImportRow[]): Product[] {
  const products = new Map<string, Product>();
  const all: Product[] = [];
  const isVariation = ({ cells }: ImportRow) => Boolean(cells[PARENT_COLUMN]);
  for (const row of rows.filter((each) => !isVariation(each))) {
    const product: Product = { rows: [row], variants: [], problems: [] };
    all.push(product);
    const { [KEY_COLUMN]: sku, [ID_COLUMN]: id } = row.cells;
    if (sku) products.set(sku, product);
    if (id) products.set(`id:${id}`, product);
  }
  for (const row of rows.filter(isVariation)) {
    const named = row.cells[PARENT_COLUMN] ?? '';
    const parent = products.get(named);
    if (parent) {
      parent.rows.push(row);
      parent.variants.push(row);
    } else
      all.push({
        rows: [row],
        variants: [],
        problems: [`Its parent “${named}” is not in this file.`],
      });
  }
  for (const product of all)
    if (product.variants.length === 0) product.variants = product.rows.slice(0, 1);
  return all;
}

function toMeals({ rows, variants, problems }: Product): FileMeal[] {
  const [first] = rows;
  if (!first) return [];
  const product = first.row;
  const prices = new Set(variants.map(({ cells }) => readPrice(cells['price'] ?? '')));
  const others = rows.slice(1).map(({ row }) => row);
  if (prices.size <= 1) {
    const price = variants[0]?.cells['price'] ?? first.cells['price'] ?? '';
    const cells = { ...first.cells, ...(first.cells['price'] !== undefined && { price }) };
    return [{ row: first.row, others, cells, product, problems }];
  }
  if (variants.length > MOST_VARIANTS) {
    const tooMany = `It has ${variants.length} variants of different prices. At most ${MOST_VARIANTS} become meals.`;
    return [{ row: first.row, others, cells: first.cells, product, problems: [tooMany] }];
  }
  const alone = rows.filter((row) => !variants.includes(row)).map(({ row }) => row);
  return variants.map((variant, at) => ({
    row: variant.row,
    others: at === 0 ? alone.filter((row) => row !== variant.row) : [],
    cells: {
      ...first.cells,
      price: variant.cells['price'],
      ...(variant.cells['salePrice'] !== undefined && { salePrice: variant.cells['salePrice'] }),
      name: [first.cells['name'] ?? '', labelOf(variant.cells)].filter(Boolean).join(', '),
    },
    product,
    problems,
  }));
}

function labelOf(cells: Cells): string {
  return VARIANT_COLUMNS.map((key) => cells[key] ?? '')
    .filter((part) => part !== '' && part !== NO_VARIANT)
    .join(' ');
}
