import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { A_LABELLED_MEAL, aLabelledBag, aLabelledItem } from '#quality/support/a-labelled-bag.ts';
import { type LabelKind, labelsOf } from './label-content.ts';
import type { KitchenBag } from '#areas/order-book/rules/kitchen-bag.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';

function labels(deliveries: readonly KitchenBag[], kind: LabelKind = 'food') {
  const mealUrl = (id: number) => `https://kitchen.example/menu/meal-${id}`;
  const stopUrl = (id: number) => `https://kitchen.example/drive/stop/${id}`;
  return labelsOf(deliveries, { business: defaultBusiness, kind, mealUrl, stopUrl });
}

describe('a food label', () => {
  test('says whose it is, when to eat it and how long it keeps', () => {
    expect(labels([aLabelledBag()]).labels).toEqual([
      {
        kind: 'food',
        meal: 0,
        personName: 'Mia',
        allergyBand: null,
        note: '',
        agreed: null,
        key: '– Mia 9Q2X',
        mealId: 17,
        eatOn: 'Eat Tue 13 Jan, lunch',
        arrives: 'Tue 13 Jan, 11am-1pm',
        useBy: 'Use by Fri 16 Jan 2026',
        advice: null,
        lot: '260113-17',
        mealUrl: expect.stringMatching(/^https:\/\/kitchen\.example\/menu\/meal-17#i1\.[0-9a-z]+$/),
        hold: null,
      },
    ]);
  });

  test('bears nothing of where the customer lives, nor how to reach them', () => {
    const text = JSON.stringify(labels([aLabelledBag()]));
    for (const secret of ['Shore Street', 'Unit 3', 'Nguyễn', '0412', '$']) {
      expect(text).not.toContain(secret);
    }
  });

  test.each([
    ['freezing for a meal that may be frozen', { freezable: true }, 'Eat', 'Freeze on arrival'],
    [
      'eating sooner for one that may not',
      { freezable: false },
      'Planned for',
      'Eat by Fri 16 Jan',
    ],
    [
      'asking us for one of which nothing is known',
      { freezable: null, shelfLifeDays: null },
      'Planned for',
      'Ask us how long it keeps',
    ],
  ] as const)('planned for too late a day advises %s', (_what, change, verb, advice) => {
    const item = aLabelledItem({ mealDate: '2026-01-18', meal: { ...A_LABELLED_MEAL, ...change } });
    expect(labels([aLabelledBag({ items: [item] })]).labels).toMatchObject([
      { eatOn: `${verb} Sun 18 Jan, lunch`, advice },
    ]);
  });

  test('says what its recipe may contain, which is no allergen of the list', () => {
    const meal = { ...A_LABELLED_MEAL, allergens: [], mayContain: ['sesame' as const] };
    const { meals } = labels([aLabelledBag({ items: [aLabelledItem({ meal })] })]);
    expect(meals).toMatchObject([{ allergens: 'No declared allergens. May contain SESAME' }]);
  });

  test('of a meal without food facts asks, and claims nothing', () => {
    const meal = {
      ...A_LABELLED_MEAL,
      ingredients: '',
      allergens: null,
      mayContain: null,
      servingGrams: null,
      sodiumMg: null,
      shelfLifeDays: null,
    };
    const { meals, labels: made } = labels([aLabelledBag({ items: [aLabelledItem({ meal })] })]);
    expect(meals).toMatchObject([
      { allergens: 'Allergens: ask us', ingredients: [], panel: { servingSize: 'ask us' } },
    ]);
    expect(made).toMatchObject([{ useBy: 'Use by: ask us' }]);
  });
});

test('a meal is described once for all its portions, and again where it was sold otherwise', () => {
  const changed = { ...A_LABELLED_MEAL, ingredients: 'Chicken, peanuts.' };
  const items = [
    aLabelledItem(),
    aLabelledItem({ mealDate: '2026-01-14' }),
    aLabelledItem({ mealDate: '2026-01-15', meal: changed }),
  ];
  const made = labels([aLabelledBag({ items })]);
  expect(made.meals).toHaveLength(2);
  expect(made.labels).toMatchObject([{ meal: 0 }, { meal: 0 }, { meal: 1 }]);
});

test('a delivery with warm lunches and cold dinners has a label for each of its bags', () => {
  const delivery = aLabelledBag({
    items: [
      aLabelledItem({ isWarm: true }),
      aLabelledItem({ mealType: 'dinner' }),
      aLabelledItem({ mealType: 'dinner', personName: 'Ben' }),
    ],
  });
  expect(labels([delivery], 'delivery').labels).toMatchObject([
    { temperature: 'WARM', portions: '1 portion', bag: 'Bag 1 of 2' },
    { temperature: 'COLD', portions: '2 portions', bag: 'Bag 2 of 2' },
  ]);
});

test('a delivery label says where, when, how warm and how much; what concerns food stands out', () => {
  const delivery = aLabelledBag({
    specialInstructions: 'Peanut allergy. Red door.',
    items: [aLabelledItem({ isWarm: true }), aLabelledItem({ mealType: 'dinner', isWarm: true })],
  });
  expect(labels([delivery], 'delivery').labels).toEqual([
    {
      kind: 'delivery',
      key: '– Mia 9Q2X',
      name: 'Mia Nguyễn',
      suburb: 'Cleveland 4163',
      address: '12 Shore Street West, Unit 3',
      arrives: 'Tue 13 Jan, 11am-1pm',
      temperature: 'WARM',
      portions: '2 portions',
      allergyBand: null,
      instructions: [
        { text: 'Peanut', bold: true },
        { text: ' ', bold: false },
        { text: 'allergy', bold: true },
        { text: '. Red door.', bold: false },
      ],
      near: '',
      bag: '',
      stopUrl: 'https://kitchen.example/drive/stop/7#b1',
    },
  ]);
});

test('a delivery label names everyone with something that must not be on their plate, listed by law or not', () => {
  const people = [
    { name: 'Mia', ...NO_FOOD_NEEDS, allergens: ['peanut' as const] },
    { name: 'Ben', ...NO_FOOD_NEEDS, avoid: ['rambutan'] },
    { name: 'Zoe', ...NO_FOOD_NEEDS, diets: ['vegan' as const] },
  ];
  const bandOf = (bag: KitchenBag) =>
    labels([bag], 'delivery').labels.map((label) => label.allergyBand);
  expect(bandOf(aLabelledBag({ people }))).toEqual(['ALLERGY  MIA: PEANUT\nBEN: RAMBUTAN']);
});

test('the label of a bag says that a portion of it is on hold, or that it is a test', () => {
  const stampOf = (bag: KitchenBag) =>
    labels([bag], 'delivery').labels.map((label) => label.kind === 'delivery' && label.stamp);
  expect(stampOf(aLabelledBag({ isOnHold: true }))).toEqual(['HOLD - ASK THE OFFICE']);
  expect(stampOf(aLabelledBag({ isTest: true, isOnHold: true }))).toEqual([
    'TEST, NOT FOR DELIVERY',
  ]);
  expect(stampOf(aLabelledBag({}))).toEqual([undefined]);
});

describe('the order of packing', () => {
  const deliveries = [
    aLabelledBag({ orderNumber: 'D', window: '16:00-18:00', suburb: 'Birkdale' }),
    aLabelledBag({ orderNumber: 'C', suburb: 'Cleveland' }),
    aLabelledBag({ orderNumber: 'B', suburb: 'Birkdale' }),
    aLabelledBag({ orderNumber: 'X', suburb: 'Birkdale', status: 'cancelled' }),
    aLabelledBag({
      orderNumber: 'A',
      suburb: 'Birkdale',
      items: [
        aLabelledItem({ personName: 'Zoë', personPosition: 2 }),
        aLabelledItem({ mealDate: '2026-01-14' }),
        aLabelledItem({ mealType: 'dinner' }),
        aLabelledItem(),
      ],
    }),
  ];

  test('is window, suburb, order, person; cancelled orders get nothing', () => {
    const made = labels(deliveries).labels.flatMap((label) =>
      label.kind === 'food' ? [`${label.key} ${label.eatOn}`] : [],
    );
    expect(made).toEqual([
      '– Mia A Eat Tue 13 Jan, lunch',
      '– Mia A Eat Tue 13 Jan, dinner',
      '– Mia A Eat Wed 14 Jan, lunch',
      '– Zoë A Eat Tue 13 Jan, lunch',
      '– Mia B Eat Tue 13 Jan, lunch',
      '– Mia C Eat Tue 13 Jan, lunch',
      '– Mia D Eat Tue 13 Jan, lunch',
    ]);
  });

  test('puts the label of a delivery before those of its portions when both are requested', () => {
    const kinds = labels(deliveries, 'all').labels.map(
      ({ kind, key }) => `${key.slice(-1)} ${kind}`,
    );
    expect(kinds.slice(0, 7)).toEqual([
      'A delivery',
      'A food',
      'A food',
      'A food',
      'A food',
      'B delivery',
      'B food',
    ]);
  });
});
