import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import { type FoodAnswer, QUESTION_KINDS } from '#areas/needs/rules/food-question.ts';
import samples from '#areas/needs/rules/food-notes/food-notes.json' with { type: 'json' };
import { readFoodNote } from '#areas/needs/rules/food-notes/read-food-note.ts';
import {
  newQuestions,
  openQuestions,
  type PersonAsked,
} from '#areas/needs/rules/gate/open-questions.ts';

const aPerson = (name: string, needs: Partial<PersonAsked> = {}): PersonAsked => ({
  name,
  allergens: [],
  avoid: [],
  ...needs,
});
const MIA = aPerson('Mia');
const BEN = aPerson('Ben');

const about = (text: string, person: string | null = null) => ({ text, about: person });
const ask = (text: string, people = [MIA, BEN], answers: FoodAnswer[] = []) =>
  openQuestions([about(text)], people, answers);

describe('a note that speaks of an allergy', () => {
  test('is asked about for the person it names, with its sentence', () => {
    expect(ask('Ring twice. mia is allergic to soy')).toEqual([
      {
        quote: 'mia is allergic to soy',
        person: 'Mia',
        kind: 'allergy',
        allergens: ['soy'],
        words: [],
        severe: false,
        holds: true,
      },
    ]);
  });

  test('of their own is about them, unless it names someone else', () => {
    const own = (text: string) => openQuestions([about(text, 'Ben')], [MIA, BEN]);
    expect(own('Allergic to soy and fish')).toMatchObject([
      { person: 'Ben', kind: 'allergy', allergens: ['fish', 'soy'] },
    ]);
    expect(own('no egg for Mia')).toMatchObject([{ person: 'Mia' }]);
  });

  test('that names nobody asks everyone until one of them has it; alone at the table, it is theirs', () => {
    expect(ask('allergic to sesame')).toMatchObject([{ person: null, allergens: ['sesame'] }]);
    expect(ask('allergic to sesame', [aPerson('Mia', { allergens: ['sesame'] }), BEN])).toEqual([]);
    expect(ask('allergic to sesame', [BEN])).toMatchObject([{ person: 'Ben' }]);
  });

  test('is closed by what is chosen for that person, and by nothing that is chosen for another', () => {
    const people = [aPerson('Mia', { allergens: ['egg'] }), BEN];
    expect(ask('Mia is allergic to egg and milk', people)).toMatchObject([{ allergens: ['milk'] }]);
    expect(ask('Ben is allergic to egg', people)).toMatchObject([{ person: 'Ben' }]);
  });

  test('has no third way: no answer closes it', () => {
    const quote = 'can’t have capsicum';
    const answers: FoodAnswer[] = (['may_be_in', 'own_care', 'not_food'] as const).map(
      (answer) => ({ quote: "can't have capsicum", personName: 'Mia', answer }),
    );
    expect(ask(quote, [MIA], answers)).toMatchObject([
      { kind: 'allergy', words: ['capsicum'], holds: true },
    ]);
  });

  test.each<[string, string[], Allergen[]]>([
    ['allergic to kiwifruit', ['kiwifruit'], []],
    ['intolerant to onions, garlic and peanuts', ['onion', 'garlic'], ['peanut']],
    ['Allergie gegen Knoblauch und Zwiebeln', ['garlic', 'onion'], []],
    ['对大蒜过敏', ['garlic'], []],
    ['onion makes me sick', ['onion'], []],
    ['mustn’t have salt', ['salt'], []],
    ['Mia has allergies. Peanuts', [], ['peanut']],
  ])('“%s” names %j and %j', (text, words, allergens) => {
    expect(ask(text)).toMatchObject([{ kind: 'allergy', words, allergens }]);
  });

  test('says more of several people and sentences, each with its own danger', () => {
    expect(ask('Mia: nuts, severe. Ben can’t have egg')).toMatchObject([
      { person: 'Mia', severe: true },
      { person: 'Ben', allergens: ['egg'], severe: false },
    ]);
  });

  test('a word that is left out by another name for it is not asked again', () => {
    const people = [aPerson('Mia', { avoid: ['kiwi', 'citrus'] })];
    expect(ask('allergic to kiwifruit and lemon', people)).toEqual([]);
  });
});

describe('an allergy to a word that no list knows', () => {
  test.each([
    ['allergic to rambutan', ['rambutan']],
    ['Allergies: rambutan, durian', ['rambutan', 'durian']],
    ['a rambutan allergy', ['rambutan']],
  ])('“%s” asks about it', (text, words) => {
    expect(ask(text)).toMatchObject([{ kind: 'unknown', words, holds: true }]);
  });

  test('stands beside the foods that are known', () => {
    expect(ask('Ben is allergic to peanuts and rambutan, ring the bell')).toMatchObject([
      { kind: 'allergy', allergens: ['peanut'] },
      { kind: 'unknown', words: ['rambutan'] },
    ]);
  });

  test('may be said to be no food', () => {
    const quote = 'allergic to marmite fumes';
    const asked = ask(quote, [MIA]);
    expect(asked).not.toEqual([]);
    expect(ask(quote, [MIA], [{ quote, personName: 'Mia', answer: 'not_food' }])).toEqual([]);
  });

  test.each(['allergic to bees so no flowers', 'allergic to cats', 'Hay fever, tissues please'])(
    '“%s” is no concern of the kitchen',
    (text) => {
      expect(ask(text)).toEqual([]);
    },
  );
});

test.each(['My son has a severe allergy', 'food allergies - please ring me'])(
  '“%s” can’t be read, and only another note closes it',
  (quote) => {
    const answers: FoodAnswer[] = [{ quote, personName: null, answer: 'may_be_in' }];
    expect(ask(quote, [MIA, BEN], answers)).toMatchObject([{ kind: 'unreadable', holds: true }]);
  },
);

test('an EpiPen says nothing new of someone whose allergens are known', () => {
  const mia = aPerson('Mia', { allergens: ['almond'] });
  expect(ask('Mia carries an EpiPen', [mia, BEN])).toEqual([]);
  expect(ask('Ben carries an EpiPen', [mia, BEN])).toMatchObject([{ kind: 'unreadable' }]);
});

describe('a wish', () => {
  test('that names an allergen is answered, and may be taken back', () => {
    const quote = 'no nuts pls';
    expect(ask(quote, [BEN])).toMatchObject([{ kind: 'wish', holds: true, words: [] }]);
    const answer: FoodAnswer = { quote, personName: 'Ben', answer: 'may_be_in' };
    expect(ask(quote, [BEN], [answer])).toEqual([]);
    expect(ask('no nuts please', [BEN], [answer])).not.toEqual([]);
    expect(ask(quote, [BEN], [{ ...answer, personName: 'Mia' }])).not.toEqual([]);
    expect(ask(quote, [BEN], [{ ...answer, answer: 'own_care' }])).not.toEqual([]);
  });

  test('of another food is offered, and holds nothing', () => {
    expect(ask('hates mushrooms', [BEN])).toMatchObject([
      { kind: 'wish', words: ['mushroom'], holds: false },
    ]);
  });

  test('keeps foods that are joined together', () => {
    expect(ask('no strawberries or lychee', [BEN])).toMatchObject([
      { words: ['strawberry', 'lychee'] },
    ]);
  });
});

test.each([
  '28 weeks pregnant',
  'Leo has alpha-gal',
  'not too spicy please',
  'extra chilli please',
])('“%s” is read by the kitchen, and holds nothing', (text) => {
  expect(ask(text, [BEN])).toMatchObject([{ kind: 'care', words: [], holds: false }]);
});

test.each(['', 'No known food allergies', 'Leave at the back gate, code 1234', 'vegan'])(
  '%j asks nothing',
  (text) => {
    expect(ask(text)).toEqual([]);
  },
);

test('a sentence that was open before is not asked about again; a new one is', () => {
  const before = ask('Mia is allergic to egg');
  expect(newQuestions(before, ask('Mia is allergic to egg. Ring twice'))).toEqual([]);
  expect(newQuestions(before, ask('Mia is allergic to egg. Ben too'))).toEqual([]);
  expect(newQuestions(before, ask('Mia is allergic to egg and milk'))).toHaveLength(1);
});

describe('of the notes that customers write', () => {
  const read = samples.notes.map(({ text, expected }) => {
    const names = [expected.person ?? [], (expected.people ?? []).map((one) => one.person)].flat();
    return {
      text,
      isHarmless: !expected.concernsFood,
      found: readFoodNote(text, names).allergens,
      asked: openQuestions([about(text)], [...names.map((name) => aPerson(name)), MIA, BEN]),
    };
  });

  test('no allergen that is found goes unasked', () => {
    const unasked = read.filter(({ found, asked }) =>
      found.some(
        (name) => !asked.some(({ allergens, holds }) => holds && allergens.includes(name)),
      ),
    );
    expect(unasked.map(({ text }) => text)).toEqual([]);
  });

  test('at most 2 in 50 of the harmless ones ask anything', () => {
    const harmless = read.filter(({ isHarmless }) => isHarmless);
    const asked = harmless.filter((one) => one.asked.length > 0).map(({ text }) => text);
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(harmless.length * 0.04);
  });
});

test('any text at all is read', () => {
  const piece = constantFrom(
    'allergic to ',
    'egg',
    'Mia',
    '. ',
    ', ',
    '过敏',
    '🥜',
    '\u0000',
    '<b>',
  );
  assert(
    property(string({ unit: 'binary', maxLength: 200 }), array(piece), (text, pieces) => {
      for (const one of openQuestions([about(text + pieces.join(''))], [MIA, BEN])) {
        expect(QUESTION_KINDS).toContain(one.kind);
        expect(one.quote).not.toBe('');
      }
    }),
  );
});
