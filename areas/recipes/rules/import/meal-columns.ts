/** The columns of a file of meals: our own names, and those of Shopify and WooCommerce. */
import { listMealFields, rowOf, wireName } from '#areas/menu/rules/list-meal-fields.ts';
import type { MealField } from '#areas/menu/rules/meal-fields.ts';
import type { ImportColumn, ImportShape } from '#platform/rules/imports.ts';

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

export const SHOPIFY_OLD: ImportShape = {
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

export const SHOPIFY_NEW: ImportShape = {
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

export const WOOCOMMERCE: ImportShape = {
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
