import { buffer } from 'node:stream/consumers';
import { howMany } from '#quality/support/random/how-many.ts';
import { inflateSync } from 'node:zlib';
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
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encode } from 'uqr';
import { addDays } from '#platform/rules/plain-date.ts';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import {
  type FoodLabel,
  type LabelKind,
  type LabelLayout,
  labelsOf,
  type MealPart,
} from '#areas/printouts/rules/label-content.ts';
import type { KitchenBag, KitchenItem } from '#areas/order-book/rules/kitchen-bag.ts';
import type { LabelledMeal } from '#areas/menu/rules/meal-snapshot.ts';
import {
  type Allergen,
  ALLERGENS,
  isAllergen,
  TREE_NUTS,
  allergenText,
} from '#areas/needs/rules/allergens.ts';
import type { FoodOverride } from '#areas/order-book/rules/order.ts';
import { type FoodNeeds, NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import sampleMenu from '#areas/menu/server/samples/sample-menu.json' with { type: 'json' };
import { A_LABELLED_MEAL, aLabelledBag, aLabelledItem } from '#quality/support/a-labelled-bag.ts';
import { type PdfPage, pdfRuns, squeezed, textOf } from '#quality/support/pdf/pdf-runs.ts';
import { createDocumentDrawer } from './draw-document.ts';
import type { DocumentDrawer } from '#areas/printouts/server/drawer-port.ts';
import { mm } from './draw-pdf.ts';
import { DELIVERY_WINDOWS } from '#quality/support/an-order.ts';

let drawer: DocumentDrawer;
beforeAll(() => {
  drawer = createDocumentDrawer();
});
afterAll(() => drawer.close());

async function print(
  deliveries: readonly KitchenBag[],
  { kind = 'food', layout = 'roll' }: LabelOptions = {},
) {
  const mealUrl = (id: number) => `https://kitchen.example/menu/meal-${id}`;
  const stopUrl = (id: number) => `https://kitchen.example/drive/stop/${id}`;
  const made = labelsOf(deliveries, { business: defaultBusiness, kind, mealUrl, stopUrl });
  const content = { layout, ...made };
  const bytes = await buffer(await drawer.draw({ title: 'Labels', kind: 'labels', content }));
  return { bytes, pages: await pdfRuns(bytes), ...made };
}
type LabelOptions = { kind?: LabelKind; layout?: LabelLayout };

/** Of the embedded font, by its size. */
const CAPITAL_HEIGHT = 0.714;
const AGREED_AT = '2026-01-12T02:00:00.000Z';

const bold = (page: PdfPage | undefined) => textOf(page?.runs.filter((run) => run.isBold) ?? []);

const SAMPLE_MEALS = sampleMenu.map((meal) => ({
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

/** No text leaves its label, and text beside the panel does not run into it. */
function expectWithin(page: PdfPage): void {
  for (const { text, x, y, width, size } of page.runs) {
    expect(x, text).toBeGreaterThanOrEqual(mm(2));
    expect(x + width, text).toBeLessThanOrEqual(page.width - mm(2));
    expect(y - size, text).toBeGreaterThanOrEqual(mm(1));
    expect(y + size * 0.3, text).toBeLessThanOrEqual(page.height - mm(2));
  }
}

describe('a food label on the roll', () => {
  test('is 100 x 62 mm, one per page', async () => {
    const { pages } = await print([aLabelledBag({ items: [aLabelledItem(), aLabelledItem()] })]);
    expect(pages).toHaveLength(2);
    for (const { width, height } of pages) {
      expect(width).toBeCloseTo(mm(100), 2);
      expect(height).toBeCloseTo(mm(62), 2);
    }
  });

  test('of every meal of the sample menu fits everything the law requires on one label', async () => {
    const items = SAMPLE_MEALS.map((meal, index) => aLabelledItem({ mealId: index + 1, meal }));
    const { pages, meals } = await print([aLabelledBag({ items })]);
    expect(pages).toHaveLength(SAMPLE_MEALS.length);
    for (const [index, page] of pages.entries()) {
      expectMeal(textOf(page.runs), meals[index]!);
      expect(textOf(page.runs)).toContain(squeezed(`Lot 260113-${index + 1}`));
      expectWithin(page);
    }
  });

  test('shows allergens in bold, in the list and below it', async () => {
    const { pages } = await print([aLabelledBag()]);
    const [page] = pages;
    const boldWords = page!.runs.filter((run) => run.isBold).map((run) => run.text.trim());
    expect(boldWords).toEqual(expect.arrayContaining(['peanuts', 'peanut', 'wheat']));
    expect(bold(page)).toContain('Contains:wheat,peanut');
    expect(bold(page)).not.toContain('Chicken(40%)');
  });

  test('continues on a second label rather than become too small to read', async () => {
    const meal = { ...A_LABELLED_MEAL, ingredients: `${'peanuts, rice, '.repeat(180)}salt` };
    const { pages, meals } = await print([aLabelledBag({ items: [aLabelledItem({ meal })] })]);
    expect(pages.length).toBeGreaterThan(1);
    expect(textOf(pages[0]!.runs)).toContain(`label1of${pages.length}`);
    expect(textOf(pages[0]!.runs)).toContain('Contains:wheat,peanut');
    expect(textOf(pages.at(-1)!.runs)).toContain(`label${pages.length}of${pages.length}`);
    const runs = pages.flatMap((page) => page.runs);
    expect(textOf(runs).split('peanuts')).toHaveLength(181);
    expect(textOf(runs)).toContain(squeezed(meals[0]!.storage));
    expect(
      Math.min(...runs.filter((run) => run.text.trim()).map((run) => run.size)),
    ).toBeGreaterThan(4.4);
    for (const page of pages) expectWithin(page);
  });

  test('says “ask us” where food facts are missing, and shows no empty panel', async () => {
    const meal = {
      ...A_LABELLED_MEAL,
      ingredients: '',
      allergens: null,
      saturatedFatGrams: null,
      sugarsGrams: null,
      sodiumMg: null,
      servingGrams: null,
      shelfLifeDays: null,
      storageText: '',
      heatingText: '',
    };
    const { pages } = await print([aLabelledBag({ items: [aLabelledItem({ meal })] })]);
    expect(bold(pages[0])).toContain('Allergens:askus');
    const text = textOf(pages[0]!.runs);
    expect(text).toContain('Useby:askus');
    expect(text).toContain('Sodiumaskusaskus');
    expect(text).not.toMatch(/Ingredients|Heating|Storage|NaN|null|undefined/);
    expect(text).not.toMatch(/(?<![\d.])0(?:\.0)?(?:mg|g|kJ)/);
  });
});

describe('the label of a person with allergies', () => {
  const TREE_NUTS_AND_PEANUT: Allergen[] = [...TREE_NUTS, 'peanut'];
  const forMia = (needs: Partial<FoodNeeds>, change: Partial<KitchenItem> = {}) =>
    aLabelledBag({
      people: [{ name: 'Mia', ...NO_FOOD_NEEDS, ...needs }],
      items: [aLabelledItem({ meal: SAMPLE_MEALS[0]!, ...change })],
    });

  test('bears them in capitals of three millimetres, and that of the next person does not', async () => {
    const bag = aLabelledBag({
      people: [
        { name: 'Mia', ...NO_FOOD_NEEDS, allergens: TREE_NUTS_AND_PEANUT },
        { name: 'Ben', ...NO_FOOD_NEEDS },
      ],
      items: [aLabelledItem(), aLabelledItem({ personName: 'Ben', personPosition: 2 })],
    });
    const { pages } = await print([bag]);
    const [mia, ben] = [textOf(pages[0]!.runs), textOf(pages.at(-1)!.runs)];
    expect(mia).toContain('ALLERGYMIA:ALLTREENUTS,PEANUT');
    const band = pages[0]!.runs.find(({ text }) => text.includes('ALLERGY'));
    expect(band!.size * CAPITAL_HEIGHT).toBeGreaterThanOrEqual(mm(3));
    expect(ben).not.toContain('ALLERGY');
    for (const page of pages) expectWithin(page);
  });

  test('is one label, with all that the law requires, for a short band', async () => {
    const { pages, meals } = await print([forMia({ allergens: TREE_NUTS_AND_PEANUT })]);
    expect(pages).toHaveLength(1);
    expectMeal(textOf(pages[0]!.runs), meals[0]!);
    expect(textOf(pages[0]!.runs)).toContain('Lot260113-17');
    expectWithin(pages[0]!);
  });

  test.each([
    ['all 21', ALLERGENS],
    ['all that have no group', ALLERGENS.filter((one) => one !== 'walnut' && one !== 'gluten')],
  ])(
    'has room for %s names, complete, with the longest note and reason',
    async (_what, allergens) => {
      const note = `Please: ${'no mushrooms, '.repeat(13)}ever.`;
      const reason = 'Her mother knows this satay and says a trace of it is fine. '.repeat(3);
      const override = {
        allergens: ['peanut'],
        reason,
        staffEmail: 'kim@example.com',
        at: AGREED_AT,
      };
      const bag = forMia(
        { allergens: [...allergens], note },
        { override: override as FoodOverride },
      );
      const { pages, meals } = await print([bag]);
      const text = pages.map(({ runs }) => textOf(runs)).join('');
      for (const name of allergenText(allergens).split(', ')) {
        expect(textOf(pages[0]!.runs)).toContain(squeezed(name.toUpperCase()));
      }
      expect(text).not.toContain('…');
      expectAll(text, 0, [`Note: ${note}`, 'CONTAINS PEANUT, AGREED: ', reason, 'kim, Mon 12 Jan']);
      expectMeal(text, meals[0]!);
      for (const page of pages) {
        expect(textOf(page.runs)).toContain('ALLERGYMIA');
        expectWithin(page);
      }
    },
  );

  test('a note without an allergy is printed as it is', async () => {
    const { pages } = await print([forMia({ note: 'hates mushrooms' })]);
    expect(pages).toHaveLength(1);
    expect(textOf(pages[0]!.runs)).toContain('Note:hatesmushrooms');
    expect(textOf(pages[0]!.runs)).not.toContain('ALLERGY');
    expectWithin(pages[0]!);
  });
});

test('two helpings are told apart, also when the meals differ', async () => {
  const second = { helping: 2, mealId: 18, meal: SAMPLE_MEALS[1]! };
  const items = [aLabelledItem(), aLabelledItem(second), aLabelledItem({ mealType: 'dinner' })];
  const { pages } = await print([aLabelledBag({ items })]);
  const texts = pages.map(({ runs }) => textOf(runs));
  expect(texts[0]).toContain('1of2');
  expect(texts[1]).toContain('2of2');
  expect(texts[2]).not.toContain('of2');
});

test.each([1, 6])(
  'a delivery label names the allergies of all %s people in the bag',
  async (count) => {
    const names = ['Mia', 'Ben', 'Leo', 'Ava', 'Zoë', 'Tom'].slice(0, count);
    const people = [
      ...names.map((name) => ({ name, ...NO_FOOD_NEEDS, allergens: [...ALLERGENS] })),
      { name: 'Ann', ...NO_FOOD_NEEDS },
    ];
    const bag = aLabelledBag({ people, specialInstructions: 'Ring the bell. '.repeat(30) });
    const { pages } = await print([bag], { kind: 'delivery' });
    const text = pages.map(({ runs }) => textOf(runs)).join('');
    expect(textOf(pages[0]!.runs)).toContain('ALLERGY');
    for (const name of names) {
      expect(text).toContain(squeezed(`${name}: ${allergenText(ALLERGENS)}`.toUpperCase()));
    }
    expect(text).not.toContain('ANN');
    for (const page of pages) expectWithin(page);
  },
);

test('on A4 there are eight to a sheet, each in its own position', async () => {
  const items = Array.from({ length: 9 }, (_, index) =>
    aLabelledItem({ personName: `Guest ${index}` }),
  );
  const { pages } = await print([aLabelledBag({ items })], { layout: 'a4' });
  expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
    [595, 842],
    [595, 842],
  ]);
  const positions = pages[0]!.runs
    .filter((run) => run.text.startsWith('Guest'))
    .map((run) => [Math.round(run.x / mm(100)), Math.round(run.y / mm(62))]);
  expect(new Set(positions.map(String)).size).toBe(8);
  expect(textOf(pages[1]!.runs)).toContain('Guest8');
});

test('each bag has a label of its own: its stop 20 mm high, and which bag it is', async () => {
  const bag = aLabelledBag({ stop: 12, items: Array.from({ length: 17 }, () => aLabelledItem()) });
  const { pages } = await print([bag], { kind: 'delivery' });
  expect(pages).toHaveLength(3);
  for (const [index, page] of pages.entries()) {
    expect(textOf(page.runs)).toContain(`Bag${index + 1}of3`);
    const stop = page.runs.find(({ text }) => text === '12');
    expect((stop!.size * CAPITAL_HEIGHT) / mm(1)).toBeGreaterThan(19);
    // Digits have no accents above them: their box may reach past the edge.
    expectWithin({ ...page, runs: page.runs.filter(({ size }) => size < 40) });
  }
});

test('a delivery label is readable at the door; words about food are bold', async () => {
  const specialInstructions = `Severe NUT allergy! ${'Ring the bell twice. '.repeat(23)}`;
  const delivery = aLabelledBag({ specialInstructions });
  const { pages } = await print([delivery], { kind: 'delivery' });
  expect(pages).toHaveLength(1);
  const text = textOf(pages[0]!.runs);
  for (const words of [
    'Mia Nguyễn',
    'Cleveland 4163',
    '12 Shore Street West, Unit 3',
    'COLD',
    '1 portion',
    'Tue 13 Jan, 11am-1pm',
    'RT-7K3F-9Q2X',
    specialInstructions,
  ]) {
    expect(text).toContain(squeezed(words));
  }
  expect(bold(pages[0])).toContain('NUTallergy');
  expect(bold(pages[0])).not.toContain('bell');
  expectWithin(pages[0]!);
});

test('the code on a label opens its meal’s page and names its portion', async () => {
  const items = [aLabelledItem(), aLabelledItem({ id: 2 })];
  const { bytes, labels } = await print([aLabelledBag({ items })]);
  const forms = streamsOf(bytes).filter((stream) => stream.includes('/IM true'));
  expect(forms).toHaveLength(2);
  for (const [index, { id }] of items.entries()) {
    const { mealUrl } = labels[index] as FoodLabel;
    expect(mealUrl).toMatch(new RegExp(`^https://kitchen.example/menu/meal-17#i${id}\\.`));
    expect(modulesOf(forms[index]!)).toEqual(
      encode(mealUrl, { ecc: 'M', border: 0, maskPattern: 0 }).data,
    );
  }
});

test('the code on a bag’s label opens its stop, and tells the second bag from the first', async () => {
  const items = Array.from({ length: 9 }, (_, index) => aLabelledItem({ id: index + 1 }));
  const { bytes } = await print([aLabelledBag({ deliveryId: 31, items })], { kind: 'delivery' });
  const forms = streamsOf(bytes).filter((stream) => stream.includes('/IM true'));
  expect(forms.map(modulesOf)).toEqual(
    [1, 2].map(
      (bag) =>
        encode(`https://kitchen.example/drive/stop/31#b${bag}`, {
          ecc: 'M',
          border: 0,
          maskPattern: 0,
        }).data,
    ),
  );
});

/** Row by row; true: black. */
function modulesOf(form: string): boolean[][] {
  const [, width, hex = ''] = /\/W (\d+).*ID ([0-9a-f]+)>/s.exec(form) ?? [];
  const side = Number(width);
  const bits = hex.replaceAll(/../g, (byte) =>
    Number.parseInt(byte, 16).toString(2).padStart(8, '0'),
  );
  const bytesARow = Math.ceil(side / 8);
  return Array.from({ length: side }, (_, y) =>
    Array.from(bits.slice(y * bytesARow * 8).slice(0, side), (bit) => bit === '0'),
  );
}

test('random labels say what their orders say', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const deliveries = sample(arbitraryDelivery, { numRuns: howMany(400), seed });
  const { pages, labels, meals } = await print(deliveries);
  expect(labels.length, `seed ${seed}`).toBeGreaterThan(howMany(900));
  let page = 0;
  for (const label of labels) {
    if (label.kind !== 'food') throw new Error('only food labels were asked for');
    const first = textOf(pages[page]!.runs);
    const count = Number(/label1of(\d+)/.exec(first)?.[1] ?? 1);
    const own = pages.slice(page, page + count);
    page += count;
    const text = own.map(({ runs }) => textOf(runs)).join('');
    expectAll(first, seed, [
      label.personName,
      label.orderNumber,
      `${label.eatOn} · delivered ${label.arrives}`,
      `${label.useBy}${label.advice === null ? '' : ` · ${label.advice}`}`,
      `Lot ${label.lot}`,
    ]);
    expectMeal(text, meals[label.meal]!, seed);
    for (const each of own) expectWithin(each);
  }
  expect(page, `seed ${seed}`).toBe(pages.length);
}, 120_000);

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
const arbitraryName = array(arbitraryWord, { minLength: 1, maxLength: 4 }).map((words) =>
  words.join(' '),
);
const arbitraryProse = (maxWords: number) =>
  array(
    oneof(
      constantFrom('heat', 'at', '5 °C', '(milk),', 'peanuts,', 'until', 'well-done;'),
      arbitraryWord,
    ),
    {
      maxLength: maxWords,
    },
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
  mealId: integer({ min: 1, max: 2_147_483_647 }),
  mealType: constantFrom(...MEAL_TYPES),
  mealDate: integer({ min: 0, max: 6 }).map((days) => addDays('2026-01-13', days)),
  key: constant(''),
  personName: arbitraryName,
  personPosition: integer({ min: 1, max: 6 }),
  helping: constant(1),
  override: constant(null),
  isWarm: constant(false),
  meal: arbitraryMeal,
});

const arbitraryDelivery = record({
  items: array(arbitraryItem, { minLength: 1, maxLength: 5 }),
  window: constantFrom(...DELIVERY_WINDOWS),
}).map((change) => aLabelledBag(change));

function expectMeal(text: string, meal: MealPart, seed = 0): void {
  expectAll(text, seed, [
    meal.name,
    meal.allergens,
    meal.ingredients.map((span) => span.text).join(''),
    meal.heating,
    meal.storage,
    meal.supplier,
    `Serving size: ${meal.panel.servingSize}`,
    ...meal.panel.rows.map((row) => `${row.name}${row.perServe}${row.per100g}`),
  ]);
}

function expectAll(text: string, seed: number, allWords: readonly string[]): void {
  for (const words of allWords) expect(text, `seed ${seed}`).toContain(squeezed(words));
}

const ZLIB = 0x78;

/** The streams of a PDF, unpacked. */
function streamsOf(bytes: Buffer): string[] {
  const streams: string[] = [];
  const begin = 'stream\n';
  for (let at = bytes.indexOf(begin); at >= 0; at = bytes.indexOf(begin, at + 1)) {
    const packed = bytes.subarray(at + begin.length);
    // Not "endstream", and not a word that contains "stream".
    if (packed[0] === ZLIB) streams.push(inflateSync(packed).toString('latin1'));
  }
  return streams;
}
