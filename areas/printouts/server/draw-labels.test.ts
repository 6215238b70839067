import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encode } from 'uqr';
import { LABEL_STOCKS } from '#areas/business/rules/label-stock.ts';
import type { FoodLabel } from '#areas/printouts/rules/label-content.ts';
import type { KitchenBag, KitchenItem } from '#areas/order-book/rules/kitchen-bag.ts';
import { type Allergen, ALLERGENS, TREE_NUTS, allergenText } from '#areas/needs/rules/allergens.ts';
import type { FoodOverride } from '#areas/order-book/rules/order.ts';
import { type FoodNeeds, NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { A_LABELLED_MEAL, aLabelledBag, aLabelledItem } from '#quality/support/a-labelled-bag.ts';
import { type PdfPage, squeezed, textOf } from '#quality/support/pdf/pdf-runs.ts';
import {
  checkRandomLabels,
  expectAll,
  expectKept,
  expectWithin,
  printLabels,
  SAMPLE_MEALS,
} from '#quality/support/random/random-labels.ts';
import { howMany } from '#quality/support/random/how-many.ts';
import { createDocumentDrawer } from './draw-document.ts';
import type { DocumentDrawer } from '#areas/printouts/server/drawer-port.ts';
import { mm } from './draw-pdf.ts';
import { LABEL_SHAPES } from './draw-label-parts.ts';

/** How many words more a label is drawn with, one after the other: of each in a release. */
const STEP = 6 - howMany(5);

let drawer: DocumentDrawer;
beforeAll(() => {
  drawer = createDocumentDrawer();
});
afterAll(() => drawer.close());

const print = (bags: readonly KitchenBag[], on: Parameters<typeof printLabels>[2] = {}) =>
  printLabels(drawer, bags, on);

/** For the embedded font, by its size. */
const CAPITAL_HEIGHT = 0.714;
const AGREED_AT = '2026-01-12T02:00:00.000Z';

const bold = (page: PdfPage | undefined) => textOf(page?.runs.filter((run) => run.isBold) ?? []);

describe('a food label on the roll', () => {
  test('is 100 x 62 mm, one per page', async () => {
    const { pages } = await print([aLabelledBag({ items: [aLabelledItem(), aLabelledItem()] })]);
    expect(pages).toHaveLength(2);
    for (const { width, height } of pages) {
      expect(width).toBeCloseTo(mm(100), 2);
      expect(height).toBeCloseTo(mm(62), 2);
    }
  });

  test.each(LABEL_STOCKS)(
    'of every meal of the sample menu has all that the law requires on one label: %s',
    async (stock) => {
      const items = SAMPLE_MEALS.map((meal, index) => aLabelledItem({ mealId: index + 1, meal }));
      const { pages, meals, labels, tooTall } = await print([aLabelledBag({ items })], { stock });
      expect(tooTall).toEqual([]);
      const { sheet, least } = LABEL_SHAPES[stock];
      const perPage = sheet ? sheet.columns * sheet.rows : 1;
      expect(pages).toHaveLength(Math.ceil(SAMPLE_MEALS.length / perPage));
      for (const page of pages) expectWithin(page, least);
      for (const [index, label] of labels.entries()) {
        const page = pages[Math.floor(index / perPage)]!;
        expectKept(textOf(page.runs), label as FoodLabel, meals[index]!);
      }
    },
  );

  test('shows allergens in bold, in the list and below it', async () => {
    const { pages } = await print([aLabelledBag()]);
    const [page] = pages;
    const boldWords = page!.runs.filter((run) => run.isBold).map((run) => run.text.trim());
    expect(boldWords).toEqual(expect.arrayContaining(['peanuts', 'peanut', 'wheat']));
    expect(bold(page)).toContain('Contains:wheat,peanut');
    expect(page!.runs.find(({ text }) => text.includes('Chicken (40%)'))!.size).toBe(7.5);
    expect(bold(page)).not.toContain('Chicken(40%)');
  });

  test('has its stop seven millimetres high, before the rest of its key', async () => {
    const { pages } = await print([aLabelledBag({ stop: 20 })]);
    const stop = pages[0]!.runs.find(({ text }) => text === '20');
    expect((stop!.size * CAPITAL_HEIGHT) / mm(1)).toBeCloseTo(7, 1);
    expect(textOf(pages[0]!.runs)).toContain('20Mia9Q2X');
  });

  test('is measured in the fonts of its characters: Korean and emoji stay on it', async () => {
    const name = '김민준서연지우 🥑🌻🍋';
    const item = aLabelledItem({
      personName: name,
      meal: {
        ...A_LABELLED_MEAL,
        name: '비빔밥 🐟 '.repeat(6).trim(),
        storageText: '냉장 '.repeat(40),
      },
    });
    for (const stock of LABEL_STOCKS) {
      const { pages, meals, labels } = await print([aLabelledBag({ items: [item] })], { stock });
      expectKept(textOf(pages[0]!.runs), labels[0] as FoodLabel, meals[0]!);
      for (const page of pages) expectWithin(page, LABEL_SHAPES[stock].least);
    }
  });

  describe('with less room than it has words', () => {
    const wordy = (count: number) => ({
      ...A_LABELLED_MEAL,
      ingredients: `peanuts, ${'rice, '.repeat(count)}salt`,
      storageText: '',
      heatingText: `Microwave: ${'heat on high '.repeat(6)}until steaming hot. Pan: ${'stir it well '.repeat(6)}until steaming hot. Reheat once only.`,
    });
    const note = 'no coriander, and please not too spicy, thank you so much. '.repeat(2).trim();
    async function textWith(count: number) {
      const bag = aLabelledBag({
        people: [{ name: 'Mia', ...NO_FOOD_NEEDS, note }],
        items: [aLabelledItem({ meal: wordy(count) })],
      });
      const made = await print([bag]);
      const runs = made.pages[0]?.runs ?? [];
      if (runs.length > 0) {
        expectKept(textOf(runs), made.labels[0] as FoodLabel, made.meals[0]!);
        for (const page of made.pages) expectWithin(page, 5.5);
      }
      const size = Math.min(
        ...runs.filter(({ text }) => text.includes('peanut')).map((run) => run.size),
      );
      return { ...made, text: textOf(runs), size };
    }

    test('it gets smaller, then gives way in its sequence, and is named in the end', async () => {
      const seen: string[] = [];
      let last = Infinity;
      for (let count = 0; count <= 240; count += STEP) {
        const { text, tooTall, size } = await textWith(count);
        if (text !== '') {
          expect(size).toBeLessThanOrEqual(last);
          last = size;
        }
        const state =
          tooTall.length > 0
            ? 'named'
            : [
                size,
                text.includes('Moreways:scan') ? 'one way' : 'all ways',
                text.includes('…seethebagsheet') ? 'short note' : 'whole note',
                text.includes('Microwave') ? '' : 'no way',
              ].join(' ');
        if (seen.at(-1) !== state) seen.push(state);
        // A line of its own, not all the words that may go.
        for (const { millimetres } of tooTall) expect(millimetres).toBeLessThanOrEqual(3);
        if (state === 'named') break;
      }
      expect(seen).toEqual([
        '7 all ways whole note ',
        '6.5 all ways whole note ',
        '6 all ways whole note ',
        '5.5 all ways whole note ',
        '5.5 one way whole note ',
        '5.5 one way short note ',
        '5.5 one way short note no way',
        'named',
      ]);
    }, 60_000);
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
    for (const page of pages) expectWithin(page, 5.5);
  });

  test('is one label, with all that the law requires, for a short band', async () => {
    const { pages, meals, labels } = await print([forMia({ allergens: TREE_NUTS_AND_PEANUT })]);
    expect(pages).toHaveLength(1);
    expectKept(textOf(pages[0]!.runs), labels[0] as FoodLabel, meals[0]!);
    expectWithin(pages[0]!, 5.5);
  });

  test.each(LABEL_STOCKS)('has the band whole, all 21 of them, or is named: %s', async (stock) => {
    const note = `Please: ${'no mushrooms, '.repeat(13)}ever.`;
    const reason = 'Her mother knows this satay and says a trace of it is fine.';
    const override = {
      allergens: ['peanut'],
      reason,
      staffEmail: 'kim@example.com',
      at: AGREED_AT,
    } as FoodOverride;
    const bag = forMia({ allergens: [...ALLERGENS], note }, { override });
    const { pages, meals, labels, tooTall } = await print([bag], { stock });
    expect(pages.length + tooTall.length).toBe(1);
    expect(tooTall.length > 0).toBe(stock === 'roll_100x62' || stock === 'a4_8up');
    for (const page of pages) {
      const text = textOf(page.runs);
      expectKept(text, labels[0] as FoodLabel, meals[0]!);
      for (const name of allergenText(ALLERGENS).split(', '))
        expect(text).toContain(squeezed(name.toUpperCase()));
      expectAll(text, '', ['CONTAINS PEANUT, AGREED: ', reason, 'kim, Mon 12 Jan']);
      const band = page.runs.find(({ text: words }) => words.includes('ALLERGY'));
      expect([12, 10, 9]).toContain(Math.round(band!.size));
      expectWithin(page, LABEL_SHAPES[stock].least);
    }
  });

  test('a note without an allergy is printed as it is', async () => {
    const { pages } = await print([forMia({ note: 'hates mushrooms' })]);
    expect(pages).toHaveLength(1);
    expect(textOf(pages[0]!.runs)).toContain('Note:hatesmushrooms');
    expect(textOf(pages[0]!.runs)).not.toContain('ALLERGY');
    expectWithin(pages[0]!, 5.5);
  });
});

test('two helpings are told apart, also when the meals differ', async () => {
  const second = { helping: 2, mealId: 18, meal: SAMPLE_MEALS[1]! };
  const items = [aLabelledItem(), aLabelledItem(second), aLabelledItem({ mealType: 'dinner' })];
  const { pages } = await print([aLabelledBag({ items })]);
  const texts = pages.map(({ runs }) => textOf(runs));
  expect(texts[0]).toContain('1/2');
  expect(texts[1]).toContain('2/2');
  expect(texts[2]).not.toContain('/2');
});

test.each([1, 6])('a bag’s label names the allergies of %s people, or is named', async (count) => {
  const names = ['Mia', 'Ben', 'Leo', 'Ava', 'Zoë', 'Tom'].slice(0, count);
  const people = [
    ...names.map((name) => ({ name, ...NO_FOOD_NEEDS, allergens: [...ALLERGENS] })),
    { name: 'Ann', ...NO_FOOD_NEEDS },
  ];
  const bag = aLabelledBag({ people, specialInstructions: 'Ring the bell. '.repeat(30) });
  for (const stock of LABEL_STOCKS) {
    const { pages, tooTall } = await print([bag], { kind: 'delivery', stock });
    expect(pages.length + tooTall.length).toBe(1);
    for (const page of pages) {
      const text = textOf(page.runs);
      for (const name of names)
        expect(text).toContain(squeezed(`${name}: ${allergenText(ALLERGENS)}`.toUpperCase()));
      expect(text).not.toContain('ANN');
      expectWithin(page, LABEL_SHAPES[stock].least);
    }
  }
});

test('on A4 there are eight to a sheet, each on its own label of the sheet', async () => {
  const items = Array.from({ length: 9 }, (_, index) =>
    aLabelledItem({ personName: `Guest ${index}` }),
  );
  const { pages } = await print([aLabelledBag({ items })], { stock: 'a4_8up' });
  expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
    [595, 842],
    [595, 842],
  ]);
  const [left, top] = [mm(4.65), mm(13.1)];
  const places = pages[0]!.runs
    .filter((run) => run.text.startsWith('Guest'))
    .map((run) => [
      Math.floor((run.x - left) / mm(99.1 + 2.5)),
      Math.floor((run.y - top) / mm(67.7)),
    ]);
  expect(places).toEqual(
    [0, 1, 2, 3].flatMap((row) => [
      [0, row],
      [1, row],
    ]),
  );
  expect(textOf(pages[1]!.runs)).toContain('Guest8');
});

test('a roll of 58 mm is cut at the length of its label', async () => {
  const short = { ...A_LABELLED_MEAL, ingredients: 'Rice.', heatingText: '' };
  const items = [aLabelledItem(), aLabelledItem({ meal: short })];
  const { pages } = await print([aLabelledBag({ items })], { stock: 'roll_58' });
  expect(pages.map(({ width }) => Math.round(width))).toEqual([164, 164]);
  expect(pages[1]!.height).toBeLessThan(pages[0]!.height);
  for (const { height } of pages) expect(height).toBeLessThanOrEqual(mm(150));
});

test('each bag has a label of its own: its stop 20 mm high, and which bag it is', async () => {
  const bag = aLabelledBag({ stop: 12, items: Array.from({ length: 17 }, () => aLabelledItem()) });
  const { pages } = await print([bag], { kind: 'delivery' });
  expect(pages).toHaveLength(3);
  for (const [index, page] of pages.entries()) {
    expect(textOf(page.runs)).toContain(`Bag${index + 1}of3`);
    const stop = page.runs.find(({ text }) => text === '12');
    expect((stop!.size * CAPITAL_HEIGHT) / mm(1)).toBeGreaterThan(19);
    expectWithin(page, 5.5);
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
    'Mia 9Q2X',
    specialInstructions,
  ]) {
    expect(text).toContain(squeezed(words));
  }
  expect(bold(pages[0])).toContain('NUTallergy');
  expect(bold(pages[0])).not.toContain('bell');
  expectWithin(pages[0]!, 5.5);
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

test('random labels, on every stock, are one label each or named before', async () => {
  await checkRandomLabels(drawer, howMany(60));
}, 120_000);

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
