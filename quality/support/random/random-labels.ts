/** Random bags to label, and what must hold of their labels on every stock. */
import { buffer } from 'node:stream/consumers';
import {
  array,
  boolean,
  constant,
  constantFrom,
  integer,
  oneof,
  option,
  record,
  sample,
  subarray,
} from 'fast-check';
import { expect } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { LABEL_STOCKS, type LabelStock } from '#areas/business/rules/label-stock.ts';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';
import type { LabelledMeal } from '#areas/menu/rules/meal-snapshot.ts';
import sampleMenu from '#areas/menu/server/samples/sample-menu.json' with { type: 'json' };
import { type Allergen, ALLERGENS, isAllergen } from '#areas/needs/rules/allergens.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import type { KitchenBag } from '#areas/order-book/rules/kitchen-bag.ts';
import {
  type DeliveryLabel,
  type FoodLabel,
  type LabelKind,
  labelsOf,
  type MealPart,
} from '#areas/printouts/rules/label-content.ts';
import type { DocumentDrawer } from '#areas/printouts/server/drawer-port.ts';
import { LABEL_SHAPES } from '#areas/printouts/server/draw-label-parts.ts';
import { mm } from '#areas/printouts/server/draw-pdf.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { A_LABELLED_MEAL, aLabelledBag } from '#quality/support/a-labelled-bag.ts';
import { DELIVERY_WINDOWS } from '#quality/support/an-order.ts';
import { type PdfPage, pdfRuns, squeezed, textOf } from '#quality/support/pdf/pdf-runs.ts';

export const SAMPLE_MEALS = sampleMenu.map((meal) => ({
  ...A_LABELLED_MEAL,
  name: meal.name,
  calories: meal.calories,
  servingGrams: meal.servingGrams,
  ingredients: meal.ingredients,
  allergens: meal.allergens.filter(isAllergen),
  freezable: meal.freezable,
  storageText: meal.storage,
  heatingText: meal.heating,
})) satisfies LabelledMeal[];

/** What these bags say on labels, drawn, with those that were named as too tall. */
export async function printLabels(
  drawer: DocumentDrawer,
  bags: readonly KitchenBag[],
  { kind = 'food', stock = 'roll_100x62' }: { kind?: LabelKind; stock?: LabelStock } = {},
) {
  const mealUrl = (id: number) => `https://kitchen.example/menu/meal-${id}`;
  const stopUrl = (id: number) => `https://kitchen.example/drive/stop/${id}`;
  const made = labelsOf(bags, { business: defaultBusiness, kind, mealUrl, stopUrl });
  const content = { stock, ...made };
  const tooTall = await drawer.measureLabels(content);
  const bytes = await buffer(await drawer.draw({ title: 'Labels', kind: 'labels', content }));
  return { bytes, pages: await pdfRuns(bytes), tooTall, ...made };
}

/** No text leaves its label, nor is too small to read. */
export function expectWithin(page: PdfPage, least: number): void {
  for (const { text, x, y, width, size } of page.runs) {
    if (text.trim() === '') continue;
    expect(size, text).toBeGreaterThanOrEqual(least - 0.01);
    expect(x, text).toBeGreaterThanOrEqual(mm(1.9));
    expect(x + width, text).toBeLessThanOrEqual(page.width - mm(1.9));
    // Digits have no accents above them: their box may reach past the edge.
    expect(y - size * 0.72, text).toBeGreaterThanOrEqual(mm(1.5));
    expect(y + size * 0.3, text).toBeLessThanOrEqual(page.height - mm(1.5));
  }
}

/** That no room makes shorter. */
export function expectKept(text: string, label: FoodLabel, meal: MealPart, about = ''): void {
  expectAll(text, about, [
    label.key,
    meal.name,
    label.allergyBand ?? '',
    label.agreed ?? '',
    `${label.eatOn} · delivered ${label.arrives}`,
    label.useBy,
    `Lot ${label.lot}`,
    meal.allergens,
    meal.ingredients.map((span) => span.text).join(''),
    meal.storage,
    meal.supplier,
    `Serving size: ${meal.panel.servingSize}`,
    ...meal.panel.rows.map((row) => `${row.name}${row.perServe}${row.per100g}`),
  ]);
}

export function expectAll(text: string, about: string, all: readonly string[]): void {
  for (const words of all) expect(text, about).toContain(squeezed(words));
}

/** Each of so many random labels, on every stock: one label, or named before anything was printed. */
export async function checkRandomLabels(drawer: DocumentDrawer, count: number): Promise<void> {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const bags: KitchenBag[] = [];
  while (bags.flatMap(({ items }) => items).length < count)
    bags.push(...sample(arbitraryBag, { numRuns: count, seed: seed + bags.length }));
  for (const stock of LABEL_STOCKS) {
    const about = `seed ${seed}, ${stock}`;
    const { pages, labels, meals, tooTall } = await printLabels(drawer, bags, {
      kind: 'all',
      stock,
    });
    const { sheet, least } = LABEL_SHAPES[stock];
    const isNamed = new Set(tooTall.map(({ index }) => index));
    const drawn = labels.filter((_, index) => !isNamed.has(index));
    expect(drawn.length, about).toBeGreaterThan(labels.length / 4);
    for (const { millimetres } of tooTall) expect(millimetres, about).toBeGreaterThan(0);
    const perPage = sheet ? sheet.columns * sheet.rows : 1;
    expect(pages.length, about).toBe(Math.ceil(drawn.length / perPage));
    for (const page of pages) expectWithin(page, least);
    for (const [index, label] of drawn.entries()) {
      const page = pages[Math.floor(index / perPage)];
      const text = textOf(page?.runs ?? []);
      if (label.kind === 'delivery') expectBag(text, label, about);
      else {
        const meal = meals[label.meal];
        if (!meal) throw new Error(`${about}: a meal is missing`);
        expectKept(text, label, meal, about);
      }
    }
  }
}

function expectBag(text: string, label: DeliveryLabel, about: string): void {
  const { key, name, suburb, address, allergyBand, portions, arrives } = label;
  expectAll(text, about, [key, name, suburb, address, allergyBand ?? '', portions, arrives]);
}

const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'áàâäãåæçéèêëíîïñóôöøœúüýÿßđğłńśšžż',
  'ăâêôơưấầẩẫậắằẳẵặếềểễệốồổỗộớờởỡợịọụỵ',
  'αβγδεζηθικλμνξοπρστυφχψωάέήίόύώ',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєђ',
  '王小明李华陈伟张敏刘洋繁體龍',
  'さくらゆうたアイウエオ髙橋',
  '김이박최정민준서연지우',
  '🥑😀🌻🍋🐟',
] as const;

const arbitraryWord = oneof(
  ...ALPHABETS.map((alphabet) =>
    array(constantFrom(...alphabet), { minLength: 1, maxLength: 12 }).map((characters) =>
      characters.join(''),
    ),
  ),
);
const arbitraryName = array(arbitraryWord, { minLength: 1, maxLength: 3 }).map((words) =>
  words.join(' '),
);
const arbitraryProse = (maxWords: number) =>
  array(
    oneof(
      constantFrom('heat', 'at', '5 °C', '(milk),', 'peanuts,', 'until', 'well-done;', 'Pan: '),
      arbitraryWord,
    ),
    { maxLength: maxWords },
  ).map((words) => words.join(' '));

const arbitraryMeal = oneof(
  { weight: 4, arbitrary: constantFrom(...SAMPLE_MEALS) },
  {
    weight: 1,
    arbitrary: record({
      name: arbitraryName,
      calories: integer({ min: 1, max: 2000 }),
      proteinGrams: integer({ min: 0, max: 200 }),
      carbsGrams: integer({ min: 0, max: 300 }),
      fatGrams: integer({ min: 0, max: 200 }),
      saturatedFatGrams: option(constantFrom(0, 0.5, 12.3)),
      sugarsGrams: option(constantFrom(0, 7.7, 300)),
      sodiumMg: option(integer({ min: 0, max: 5000 })),
      servingGrams: option(integer({ min: 50, max: 1500 })),
      ingredients: arbitraryProse(300),
      allergens: option(subarray<Allergen>(['milk', 'peanut', 'wheat'])),
      shelfLifeDays: option(integer({ min: 1, max: 5 })),
      freezable: option(boolean()),
      storageText: arbitraryProse(40),
      heatingText: arbitraryProse(60),
    }).map((meal): LabelledMeal => ({ ...A_LABELLED_MEAL, ...meal })),
  },
);

const arbitraryItem = record({
  id: integer({ min: 1, max: 2_147_483_647 }),
  key: constant(''),
  mealId: integer({ min: 1, max: 2_147_483_647 }),
  mealType: constantFrom(...MEAL_TYPES),
  mealDate: integer({ min: 0, max: 6 }).map((days) => addDays('2026-01-13', days)),
  personPosition: integer({ min: 1, max: 6 }),
  helping: constant(1),
  override: constant(null),
  isWarm: boolean(),
  meal: arbitraryMeal,
});

const arbitraryBag = record({
  name: arbitraryName,
  note: oneof({ weight: 2, arbitrary: constant('') }, { weight: 1, arbitrary: arbitraryProse(25) }),
  allergens: oneof(
    { weight: 2, arbitrary: constant<Allergen[]>([]) },
    { weight: 1, arbitrary: subarray<Allergen>([...ALLERGENS], { maxLength: 8 }) },
    { weight: 1, arbitrary: constant<Allergen[]>([...ALLERGENS]) },
  ),
  items: array(arbitraryItem, { minLength: 1, maxLength: 4 }),
  window: constantFrom(...DELIVERY_WINDOWS),
  stop: option(integer({ min: 1, max: 250 })),
  specialInstructions: arbitraryProse(60),
}).map(({ name, note, allergens, items, ...bag }) =>
  aLabelledBag({
    ...bag,
    people: [{ name, ...NO_FOOD_NEEDS, allergens, note }],
    items: items.map((item) => ({ ...item, personName: name })),
  }),
);
