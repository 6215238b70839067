/** The columns of a file of meals: our own names, and those of Shopify and WooCommerce. */
import { listMealFields, rowOf, wireName, type MealField } from '#areas/menu/rules/meal-fields.ts';
import type { ImportColumn, ImportShape } from '#platform/rules/imports.ts';
import { MEAL_TYPES, type MealType } from '#areas/menu/rules/meal.ts';

/** No file switches a meal on or off. */
export const IMPORTED_FIELDS: readonly MealField[] = listMealFields().filter(
  (field) => field !== 'isActive',
);

/** Headings that people write for a field. */
const OTHER_NAMES: Partial<Record<MealField, readonly string[]>> = {
  name: ['title', 'meal', 'dish'],
  priceCents: ['price ($)'],
  mealType: ['type', 'service'],
  proteinGrams: ['protein (g)'],
  carbsGrams: ['carbs (g)', 'carbohydrate', 'carbohydrates'],
  fatGrams: ['fat (g)'],
  calories: ['cal', 'kcal', 'energy (cal)'],
  imageUrl: ['image', 'image url', 'photo'],
  servingGrams: ['serving (g)'],
};

/** What only other programs' files have. */
export const KEY_COLUMN = 'key';
export const ID_COLUMN = 'productId';
export const PARENT_COLUMN = 'parent';
export const TAGS_COLUMN = 'tags';
export const SHORT_COLUMN = 'shortDescription';
export const SALE_COLUMN = 'salePrice';
export const VARIANT_COLUMNS = ['variant1', 'variant2', 'variant3'] as const;

export const MEAL_COLUMNS: readonly ImportColumn[] = [
  ...IMPORTED_FIELDS.map((field) => ({
    key: wireName(field),
    label: rowOf(field).names.label,
    names: OTHER_NAMES[field] ?? [],
    ...(field === 'name' && { isNeeded: true }),
  })),
  { key: TAGS_COLUMN, label: 'Words for lunch or dinner', names: [] },
  { key: KEY_COLUMN, label: 'Rows of one product', names: [] },
  { key: ID_COLUMN, label: 'Number of a product', names: [] },
  { key: PARENT_COLUMN, label: 'Parent of a variation', names: [] },
  { key: SHORT_COLUMN, label: 'Short description', names: [] },
  { key: SALE_COLUMN, label: 'Sale price (ignored)', names: [] },
  ...VARIANT_COLUMNS.map((key, at) => ({ key, label: `Variant, part ${at + 1}`, names: [] })),
];

/** Our own template: the names of the wire. */
export const OWN_SHAPE: ImportShape = {
  name: 'Mealrun',
  has: ['name', 'mealType', 'prepTime', 'dietaryTags'],
  columns: Object.fromEntries(IMPORTED_FIELDS.map((field) => [wireName(field), [wireName(field)]])),
};

const SHOPIFY_OLD: ImportShape = {
  name: 'Shopify (older export)',
  has: ['Handle', 'Title', 'Variant Price'],
  columns: {
    key: ['Handle'],
    name: ['Title'],
    description: ['Body (HTML)'],
    price: ['Variant Price'],
    imageUrl: ['Image Src'],
    mealType: ['Type'],
    tags: ['Tags'],
    variant1: ['Option1 Value'],
    variant2: ['Option2 Value'],
    variant3: ['Option3 Value'],
  },
};

const SHOPIFY_NEW: ImportShape = {
  name: 'Shopify',
  has: ['URL handle', 'Title', 'Price'],
  columns: {
    key: ['URL handle'],
    name: ['Title'],
    description: ['Description'],
    price: ['Price'],
    imageUrl: ['Product image URL'],
    mealType: ['Type'],
    tags: ['Tags'],
    variant1: ['Option1 value'],
    variant2: ['Option2 value'],
    variant3: ['Option3 value'],
  },
};

const WOOCOMMERCE: ImportShape = {
  name: 'WooCommerce',
  has: ['Type', 'SKU', 'Name', 'Regular price'],
  columns: {
    key: ['SKU'],
    productId: ['ID'],
    parent: ['Parent'],
    name: ['Name'],
    description: ['Description'],
    shortDescription: ['Short description'],
    price: ['Regular price'],
    salePrice: ['Sale price'],
    imageUrl: ['Images'],
    mealType: ['Categories'],
    tags: ['Tags'],
    variant1: ['Attribute 1 value(s)'],
    variant2: ['Attribute 2 value(s)'],
    variant3: ['Attribute 3 value(s)'],
  },
};

export const MEAL_SHAPES: readonly ImportShape[] = [
  OWN_SHAPE,
  SHOPIFY_OLD,
  SHOPIFY_NEW,
  WOOCOMMERCE,
];

/** One number, with a currency before or after it: "$14.99", "AUD 14,99", "1,499.00 €". */
const AMOUNT = /^(?:[a-z]{0,3}[$€£¥]?\s*)(\d[\d.,]*)\s*(?:[$€£¥]|[a-z]{3})?$/i;

/** "$14,99", "1,499.00", "14.9 AUD" -> cents; null: this is no amount. The last mark with two digits after it is the point. */
export function readPrice(text: string): number | null {
  const [, digits = ''] = AMOUNT.exec(text.trim()) ?? [];
  const [, whole = '', mark = '', fraction = ''] =
    /^(\d[\d.,]*?)(?:([.,])(\d{1,2}))?$/.exec(digits) ?? [];
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+)$/.test(whole)) return null;
  if (mark !== '' && whole.includes(mark)) return null;
  return Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(fraction.padEnd(2, '0'));
}

/** "14.5 g" -> 14.5; null: this is no number. */
export function readNumber(text: string): number | null {
  const [, number] = /^(-?\d+(?:[.,]\d+)?)\s*[a-z°%]*$/i.exec(text.trim()) ?? [];
  return number === undefined ? null : Number(number.replace(',', '.'));
}

/**
 * A list of words that we know: "milk, egg". Null: not a word of it is declared, as the cell is empty or has one that we don't
 * know. An empty list only where it says exactly "none".
 */
export function readKnownWords<Word extends string>(
  text: string,
  known: readonly Word[],
): { words: Word[] | null; unknown: string[] } {
  if (text.trim() === 'none') return { words: [], unknown: [] };
  const said = text
    .split(/[,;|]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const wordOf = (word: string) => known.find((each) => each.toLowerCase() === word.toLowerCase());
  const unknown = said.filter((word) => wordOf(word) === undefined);
  if (said.length === 0 || unknown.length > 0) return { words: null, unknown };
  return { words: known.filter((each) => said.some((word) => wordOf(word) === each)), unknown };
}

const YES = ['yes', 'true', '1', 'y'];
const NO = ['no', 'false', '0', 'n'];

/** Undefined: neither yes nor no. */
export function readYesNo(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (YES.includes(word)) return true;
  return NO.includes(word) ? false : undefined;
}

/** Lunch or dinner, if one of them stands in the text; null: neither, or both. */
export function serviceIn(text: string): MealType | null {
  const found = MEAL_TYPES.filter((type) => new RegExp(`\\b${type}(?:e?s)?\\b`, 'i').test(text));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** At the end of a sentence if one ends in time, else between words. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const start = text.slice(0, longest + 1);
  const end = Math.max(
    ...['. ', '! ', '? ', '.\n', '!\n', '?\n'].map((mark) => start.lastIndexOf(mark)),
  );
  if (end > 0) return text.slice(0, end + 1);
  const short = text.slice(0, longest - 1);
  return `${short.slice(0, Math.max(short.lastIndexOf(' '), 0)) || short}…`;
}
