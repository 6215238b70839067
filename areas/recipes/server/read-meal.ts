/** One row of a file as the fields of a meal, with what cannot be read of it, and how the rest was read. */
import { convert } from 'html-to-text';
import {
  type MealField,
  type MealFieldRow,
  type MealValue,
  rowOf,
  wireName,
  type WireName,
} from '#areas/menu/rules/meal-fields.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import { isMealType } from '#areas/menu/rules/meal.ts';
import {
  IMPORTED_FIELDS,
  OWN_SHAPE,
  SALE_COLUMN,
  SHORT_COLUMN,
  TAGS_COLUMN,
  cutText,
  readNumber,
  readPrice,
  readKnownWords,
  readYesNo,
  serviceIn,
  ID_COLUMN,
  KEY_COLUMN,
  PARENT_COLUMN,
  VARIANT_COLUMNS,
} from '#areas/recipes/rules/meal-columns.ts';
import { NO_NUTRITION } from '#areas/menu/rules/check-meal.ts';
import { isPlainDate } from '#platform/rules/plain-date.ts';
import type { ImportShape } from '#platform/rules/imports.ts';
import { formatAmount, formatDollars } from '#platform/rules/money.ts';
import type { ImportRow } from '#platform/server/importer.ts';

export type ReadMeal = {
  /** By their names on the wire; what the file does not say is left out. */
  values: Partial<Record<WireName, unknown>>;
  problems: string[];
  notes: string[];
  /** The address of one elsewhere; empty: none. */
  picture: string;
};

type About = {
  has: ReadonlySet<string>;
  shape: ImportShape | null;
  /** For meals that say neither. */
  service: string;
  /** The meal that it changes; null: it is new. */
  kept: MealRow | null;
};

const NUTRITION = [
  'calories',
  'proteinGrams',
  'carbsGrams',
  'fatGrams',
] as const satisfies MealField[];
export function readMeal(cells: ImportRow['cells'], about: About): ReadMeal {
  const read: ReadMeal = { values: {}, problems: [], notes: [], picture: '' };
  for (const field of IMPORTED_FIELDS)
    if (about.has.has(wireName(field))) readField(field, cells, about, read);
  readService(cells, about, read);
  readNutrition(cells, about, read);
  if (about.has.has(SALE_COLUMN) && cells[SALE_COLUMN])
    read.notes.push(`The sale price ${cells[SALE_COLUMN]} is ignored.`);
  if (!about.kept && read.values.price === undefined && !about.has.has('price'))
    read.problems.push('Price is missing.');
  return read;
}

/** As the file of our own has it; the other way round of `readField`. */
export function fileCellOf(value: unknown): string | number | null {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value as string | number | null;
}

type Cell = {
  text: string;
  label: string;
  row: MealFieldRow['value'];
  kept: MealRow | null;
  read: ReadMeal;
  set: (given: unknown) => void;
};

function readField(
  field: MealField,
  cells: ImportRow['cells'],
  about: About,
  read: ReadMeal,
): void {
  const name = wireName(field);
  const { value, names } = rowOf(field);
  if (value.type === 'text') {
    read.values[name] = readText(field, value, cells, about.shape, read);
    return;
  }
  READERS[value.type]({
    text: cells[name] ?? '',
    label: names.label,
    row: value,
    kept: about.kept,
    read,
    set: (given) => void (read.values[name] = given),
  });
}

/** What a cell says that can be read is set; of the rest, why not. */
const READERS: Record<Exclude<MealValue['type'], 'text'>, (cell: Cell) => void> = {
  number({ text, label, row, read, set }) {
    const number = readNumber(text);
    if (number !== null) set(number);
    else if (text !== '') read.problems.push(`${label}: “${text}” is not a number.`);
    else if (row.type === 'number' && row.ifLeftOut !== undefined) set(row.ifLeftOut);
  },
  price({ text, read, set }) {
    const cents = readPrice(text);
    if (cents === null) {
      read.problems.push(text === '' ? 'Price is missing.' : `Price: “${text}” is not an amount.`);
      return;
    }
    set(formatAmount(cents));
    if (formatAmount(cents) !== text)
      read.notes.push(`Price “${text}” is ${formatDollars(cents)}.`);
  },
  list({ text, label, row, kept, read, set }) {
    const { words, unknown } = readKnownWords(text, row.type === 'list' ? row.of : []);
    if (unknown.length === 0) return set(words);
    const named = unknown.map((word) => `“${word}”`).join(', ');
    read.notes.push(
      `${label} left as ${kept ? 'they are' : 'not declared'}: we don’t know ${named}.`,
    );
  },
  'yes/no'({ text, label, read, set }) {
    const answer = readYesNo(text);
    if (answer === undefined && text !== '')
      read.problems.push(`${label}: “${text}” is neither yes nor no.`);
    else set(answer ?? null);
  },
  date({ text, label, read, set }) {
    const isDate: boolean = text === '' || isPlainDate(text);
    if (!isDate) read.problems.push(`${label}: “${text}” is not a date, such as 2026-01-31.`);
    else set(text || null);
  },
  picture({ text, kept, read }) {
    readPicture(text, kept, read);
  },
  // Lunch or dinner may stand in several columns: `readService`.
  choice() {},
};

/** HTML becomes text, except in our own template, where a bracket is a bracket. */
function readText(
  field: MealField,
  { maxLength }: MealValue & { type: 'text' },
  cells: ImportRow['cells'],
  shape: ImportShape | null,
  read: ReadMeal,
): string {
  const cell = cells[wireName(field)] ?? '';
  if (shape === OWN_SHAPE || field !== 'description') return cell;
  const said = plainText(cell) || plainText(cells[SHORT_COLUMN] ?? '');
  const text = cutText(said, maxLength);
  if (text.length < said.length)
    read.notes.push(`The description is cut from ${said.length} to ${text.length} characters.`);
  return text;
}

function plainText(html: string): string {
  if (!/<\/?[a-z!][^>]*>|&[a-z#\d]+;/i.test(html)) return html;
  return convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
  }).trim();
}

/** The first of several. One that is stored here already is named by our own path. */
function readPicture(cell: string, kept: MealRow | null, read: ReadMeal): void {
  const [first = ''] = cell.split(',').map((each) => each.trim());
  if (kept && first === (kept.imageUrl ?? '')) return;
  if (first.startsWith('/') && !kept) read.values.imageUrl = first;
  else read.picture = first;
}

function readService(
  cells: ImportRow['cells'],
  { has, shape, service, kept }: About,
  read: ReadMeal,
): void {
  const said = `${has.has('mealType') ? (cells['mealType'] ?? '') : ''} ${cells[TAGS_COLUMN] ?? ''}`;
  const inFile = serviceIn(said);
  // Our own says it in one word, or wrongly.
  const isWrong = shape === OWN_SHAPE && inFile === null;
  const instead = kept?.mealType ?? (isMealType(service) ? service : null);
  const found = isWrong ? null : (inFile ?? instead);
  if (found) read.values.mealType = found;
  else
    read.problems.push(
      isWrong
        ? `Meal type: “${said.trim()}” is neither lunch nor dinner.`
        : 'It says neither lunch nor dinner. Go back to the columns and choose.',
    );
}

/** All four or none: a meal without them comes in, and stays off until someone enters them. */
function readNutrition(cells: ImportRow['cells'], { has, kept }: About, read: ReadMeal): void {
  const missing = NUTRITION.filter((field) => {
    const name = wireName(field);
    return read.values[name] === undefined && !cells[name] && !(kept && !has.has(name));
  });
  if (!kept && missing.length === NUTRITION.length) {
    for (const field of NUTRITION) read.values[wireName(field)] = NO_NUTRITION[field];
    read.notes.push('Without nutrition: it stays off the menu until you enter it.');
    return;
  }
  for (const field of missing) read.problems.push(`${rowOf(field).names.label} is missing.`);
}

// Rows of a shop's file -> what is sold: a product of one price, or a variant of each price. Ours.

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
