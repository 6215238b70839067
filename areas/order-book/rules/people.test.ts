import { array, assert, constantFrom, integer, option, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import {
  isPeopleCount,
  mealAt,
  mealCount,
  nameProblem,
  newPerson,
  placeMeal,
  resizePeople,
} from '#areas/order-book/rules/people.ts';
import { personKey } from '#platform/rules/customer-name.ts';

const SAME_NAME = 'Please give each person a different name, so the labels can tell them apart';

const anyCell = record({
  date: constantFrom('2026-11-24', '2026-11-25', '2026-11-26'),
  mealType: constantFrom('lunch' as const, 'dinner' as const),
});

function named(...names: string[]) {
  return names.map((name) => ({ name }));
}

describe('the number of people', () => {
  test.each([
    [0, false],
    [1, true],
    [2, true],
    [5, true],
    [6, true],
    [7, false],
    [-1, false],
    [1.5, false],
    [Number.NaN, false],
    [Infinity, false],
  ])('%d is possible: %s', (count, possible) => {
    expect(isPeopleCount(count, defaultBusiness)).toBe(possible);
  });
});

describe('a new person', () => {
  test('is called Person N, has the calorie plan, eats everything and has no meals', () => {
    expect(newPerson(3, 1500)).toEqual({
      name: 'Person 3',
      calorieTarget: 1500,
      allergens: [],
      avoid: [],
      diets: [],
      note: '',
      mealAssignments: [],
    });
  });
});

describe('changing the number of people', () => {
  const ben = placeMeal(
    { ...newPerson(1, 1800), name: 'Ben' },
    { date: '2026-11-24', mealType: 'lunch' },
    7,
  );
  const ada = { ...newPerson(2, 1200), name: 'Ada' };

  test('upwards keeps who is there and pads with defaults', () => {
    expect(resizePeople([ben, ada], 4, 1500)).toEqual([
      ben,
      ada,
      newPerson(3, 1500),
      newPerson(4, 1500),
    ]);
  });

  test('downwards keeps the first people as they are', () => {
    expect(resizePeople([ben, ada], 1, 1500)).toEqual([ben]);
  });

  test('to the same number changes nothing', () => {
    expect(resizePeople([ben, ada], 2, 1500)).toEqual([ben, ada]);
  });

  test('gives the number asked for and loses nobody who fits', () => {
    const anyPeople = array(constantFrom(ben, ada), { minLength: 1, maxLength: 6 });
    assert(
      property(anyPeople, integer({ min: 1, max: 6 }), (people, count) => {
        const resized = resizePeople(people, count, 1500);
        const kept = Math.min(count, people.length);
        expect(resized).toHaveLength(count);
        expect(resized.slice(0, kept)).toEqual(people.slice(0, kept));
        for (const [index, person] of resized.entries()) {
          if (index >= kept) expect(person).toEqual(newPerson(index + 1, 1500));
        }
      }),
    );
  });
});

describe("a person's name", () => {
  type NameCase = [what: string, people: { name: string }[], index: number, problem: string | null];
  test.each<NameCase>([
    ['is fine when everyone has a different one', named('Ben', 'Ada', 'Person 3'), 1, null],
    ['is fine as the first of two that are alike', named('Ben', 'Ben'), 0, null],
    ['may not stand twice', named('Ben', 'Ben'), 1, SAME_NAME],
    ['may not differ by capitals only', named('Ben', 'BEN'), 1, SAME_NAME],
    ['may not differ by spaces only', named('Mary Ann', '  Mary   Ann '), 1, SAME_NAME],
    ['may not differ by invisible characters only', named('Ben', 'Ben\u202E'), 1, SAME_NAME],
    [
      'may not differ only by how its accents are stored',
      named('Zo\u00EB', 'Zoe\u0308'),
      1,
      SAME_NAME,
    ],
    ['may not stand twice with others between', named('Γιώργος', 'Ben', 'ΓΙΏΡΓΟΣ'), 2, SAME_NAME],
    ['may differ by an accent', named('Zoe', 'Zoë'), 1, null],
    ['may not be empty', named(''), 0, 'Please enter a name for person 1'],
    ['may not be blank', named('Ben', ' \t\u00A0'), 1, 'Please enter a name for person 2'],
    [
      'may not be control characters',
      named('Ben', '\u0000\u202E'),
      1,
      'Please enter a name for person 2',
    ],
    ['may not be endless', named('x'.repeat(81)), 0, 'Please enter a shorter name'],
    ...[
      'Mia (nut allergy)',
      'Ben coeliac',
      'Zoë, no peanuts',
      'Kim, no tree nuts',
      'Sam lupin-free',
      'Dad dairy-free',
      'Ada GF',
      'Leo - lactose intolerant',
    ].map((name): NameCase => [
      `may not say what nobody reads there: ${name}`,
      named(name),
      0,
      'Please write only their name here, and what they can’t have below it',
    ]),
    ...['No Min-ji', 'Freeman Fish', 'Ceil', 'Olive Salmon', 'Person 3'].map((name): NameCase => [
      `may sound like food: ${name}`,
      named(name),
      0,
      null,
    ]),
  ])('%s', (_what, people, index, problem) => {
    expect(nameProblem(people, index)).toBe(problem);
  });

  test('is one and the same however it is typed', () => {
    expect(personKey('  Mary\tANN ')).toBe(personKey('mary ann'));
    expect(personKey('Mary Ann')).not.toBe(personKey('MaryAnn'));
  });
});

describe('placing a meal', () => {
  const lunch = { date: '2026-11-24', mealType: 'lunch' as const };
  const dinner = { ...lunch, mealType: 'dinner' as const };

  test('fills an empty place, replaces what was there, and takes it away again', () => {
    const placed = placeMeal(newPerson(1, 1500), lunch, 7);
    expect(placed.mealAssignments).toEqual([{ ...lunch, mealId: 7 }]);
    expect(placeMeal(placed, lunch, 8).mealAssignments).toEqual([{ ...lunch, mealId: 8 }]);
    expect(placeMeal(placed, lunch, null).mealAssignments).toEqual([]);
    expect(placeMeal(placed, dinner, null).mealAssignments).toEqual([{ ...lunch, mealId: 7 }]);
  });

  test('leaves the person who was given as it was', () => {
    const before = newPerson(1, 1500);
    placeMeal(before, lunch, 7);
    expect(before.mealAssignments).toEqual([]);
  });

  test('any number of times shows the last choice of every place', () => {
    const anyChoice = record({ cell: anyCell, mealId: option(integer({ min: 1, max: 9 })) });
    assert(
      property(array(anyChoice), (choices) => {
        const person = choices.reduce(
          (so, { cell, mealId }) => placeMeal(so, cell, mealId),
          newPerson(1, 1500),
        );
        const plan = new Map(
          choices.map(({ cell, mealId }) => [
            `${cell.date} ${cell.mealType}`,
            { place: cell, mealId },
          ]),
        );
        for (const { place, mealId } of plan.values()) {
          expect(mealAt(person, place)?.mealId ?? null).toBe(mealId);
        }
        const filled = [...plan.values()].filter(({ mealId }) => mealId !== null);
        expect(mealCount([person])).toBe(filled.length);
      }),
    );
  });
});

describe('the number of meals', () => {
  test('is that of all people together', () => {
    const ben = placeMeal(newPerson(1, 1500), { date: '2026-11-24', mealType: 'lunch' }, 1);
    const ada = placeMeal(
      placeMeal(newPerson(2, 1500), { date: '2026-11-24', mealType: 'lunch' }, 1),
      { date: '2026-11-24', mealType: 'dinner' },
      2,
    );
    expect(mealCount([])).toBe(0);
    expect(mealCount([newPerson(1, 1500)])).toBe(0);
    expect(mealCount([ben, ada])).toBe(3);
  });
});
