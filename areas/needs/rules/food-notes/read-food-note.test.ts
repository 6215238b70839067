import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALLERGENS } from '#areas/needs/rules/allergens.ts';
import { type FoodNote, readFoodNote } from './read-food-note.ts';
import samples from './food-notes.json' with { type: 'json' };

type Sample = {
  id: string;
  text: string;
  expected: Pick<FoodNote, 'concernsFood' | 'person' | 'negated'> & {
    allergens: string[];
    diets: string[];
    severity: string;
    mayAlso?: string[];
    people?: { person: string; allergens: string[]; diets: string[]; severity: string }[];
  };
};

const NOTES: readonly Sample[] = samples.notes;
const read = NOTES.map((note) => ({ ...note, found: readFoodNote(note.text, namesIn(note)) }));
const concerns = read.filter(({ expected }) => expected.concernsFood);
const harmless = read.filter(({ expected }) => !expected.concernsFood);
const anyNote = constantFrom(...NOTES);

function namesIn({ expected }: Sample): string[] {
  return [expected.person ?? [], (expected.people ?? []).map(({ person }) => person)].flat();
}

/** To compare two readings: without the words, which are as typed. */
function meaning(text: string, names: readonly string[]) {
  const { concernsFood, allergens, diets, severity, negated } = readFoodNote(text, names);
  return { concernsFood, allergens, diets, severity, negated };
}

function missing({ expected, found }: (typeof read)[number]): string[] {
  return expected.allergens.filter((name) => !found.allergens.some((each) => each === name));
}

/** At least this share is right; the message lists what is not. */
function expectShare(
  share: number,
  all: typeof read,
  isRight: (each: (typeof read)[number]) => boolean,
) {
  const wrong = all.filter((each) => !isRight(each)).map(({ id, text }) => `${id} ${text}`);
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(all.length * (1 - share));
}

describe('of the notes that customers write', () => {
  test('every concern about food is seen', () => {
    expectShare(1, concerns, ({ found }) => found.concernsFood);
  });

  test('98% of the allergens are found, and all of them where the danger is severe', () => {
    const expected = concerns.flatMap((note) => note.expected.allergens);
    const lost = concerns.flatMap((note) => missing(note).map((name) => `${note.id} ${name}`));
    expect(lost.length, lost.join('\n')).toBeLessThanOrEqual(expected.length * 0.02);
    const severe = concerns.filter(({ expected: { severity } }) => severity === 'severe');
    expectShare(1, severe, (note) => missing(note).length === 0);
  });

  test('at most 3% have an allergen that nobody spoke of', () => {
    expectShare(0.97, read, ({ expected, found }) =>
      found.allergens.every((name) =>
        [...expected.allergens, ...(expected.mayAlso ?? [])].includes(name),
      ),
    );
  });

  test('at most 2 in 50 of the harmless ones raise a flag', () => {
    expectShare(0.96, harmless, ({ found }) => !found.concernsFood);
  });

  test('95% have the right person, danger, diets and denial', () => {
    expectShare(0.95, read, ({ expected, found }) => found.person === expected.person);
    expectShare(0.95, read, ({ expected, found }) => found.severity === expected.severity);
    expectShare(0.95, read, ({ expected, found }) => found.negated === expected.negated);
    expectShare(
      0.95,
      read,
      ({ expected, found }) => found.diets.toSorted().join() === expected.diets.toSorted().join(),
    );
  });

  test('names that the order does not know are found as well', () => {
    expectShare(
      0.95,
      read,
      ({ text, expected }) => readFoodNote(text, []).person === expected.person,
    );
  });

  test('those that speak of several people tell them apart', () => {
    const several = read.filter(({ expected }) => expected.people);
    expect(several.length).toBeGreaterThan(5);
    for (const { found, expected } of several) {
      expect(
        found.findings.map(({ person, allergens, diets, severity }) => ({
          person,
          allergens,
          diets,
          severity,
        })),
      ).toEqual(expected.people);
    }
  });
});

test('what each person may not eat stands beside their name, with the words that said so', () => {
  expect(readFoodNote('Mia nuts, Leo severe EGG allergy', ['Mia', 'Leo']).findings).toMatchObject([
    { person: 'Mia', words: ['nuts'], severity: 'unknown' },
    { person: 'Leo', allergens: ['egg'], words: ['egg', 'allergy'], severity: 'severe' },
  ]);
});

test.each([
  ['no eggs for mia tran', ['Mia Tran', 'Leo'], 'Mia Tran'],
  ['mia no eggs', ['Mia Tran', 'Leo'], 'Mia Tran'],
  ['mia no eggs', ['Mia Tran', 'Mia Wu'], null],
  ['Person 2: no eggs', ['Person 1', 'Person 2'], 'Person 2'],
  ['OLIVE IS ALLERGIC TO EGG', ['Olive'], 'Olive'],
  ['my dad is allergic to egg', [], null],
])('%s, of %j, is about %s', (text, names, person) => {
  expect(readFoodNote(text, names)).toMatchObject({ person, allergens: ['egg'] });
});

describe('whatever is typed', () => {
  test('it is read without an error, in legal order', () => {
    assert(
      property(
        string({ unit: 'grapheme', maxLength: 500 }),
        array(string({ unit: 'grapheme' })),
        (text, names) => {
          const { allergens } = readFoodNote(text, names);
          expect(allergens).toEqual(ALLERGENS.filter((name) => allergens.includes(name)));
        },
      ),
    );
    const pieces = constantFrom(
      'no ',
      'Mia ',
      'nut',
      's ',
      'free ',
      ', ',
      '. ',
      '(',
      'allergies ',
      '花生',
      ' - ',
      'é',
      '\u0301',
      '💥',
      'not ',
      'except ',
    );
    assert(
      property(
        array(pieces, { maxLength: 80 }),
        (parts) => void readFoodNote(parts.join(''), ['Mia']),
      ),
    );
  });

  test('capitals and accents change nothing', () => {
    for (const note of NOTES) {
      const names = namesIn(note);
      const expected = meaning(note.text, names);
      const plain = note.text.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '');
      expect(meaning(note.text.toUpperCase(), names), note.text).toEqual(expected);
      expect(meaning(note.text.toLowerCase(), names), note.text).toEqual(expected);
      expect(meaning(plain, names), note.text).toEqual(expected);
    }
  });

  test('a denial takes nothing from another sentence', () => {
    const denial = constantFrom(
      'No allergies',
      'Nil dietaries',
      'We eat everything',
      'No nut allergies here',
      'Not allergic to eggs',
      'Allergies: none',
      'We used to be vegan',
      'Not any more',
    );
    assert(
      property(anyNote, denial, (note, sentence) => {
        const names = namesIn(note);
        const { allergens } = readFoodNote(note.text, names);
        for (const text of [`${sentence}. ${note.text}`, `${note.text}. ${sentence}.`]) {
          expect(readFoodNote(text, names).allergens, text).toEqual(
            expect.arrayContaining([...allergens]),
          );
        }
      }),
    );
  });

  test('a name of the order is never read as food', () => {
    const food = constantFrom(
      'Olive',
      'Peanut',
      'Almond',
      'Basil',
      'Ei',
      'Brie',
      'Nut',
      'Fish',
      'Soy',
      'Cashew Nguyen',
      'Pecanne',
      'Vegan',
    );
    const frame = constantFrom(
      '%s will be home',
      'ask for %s',
      '%s',
      'for %s please',
      'no %s',
      '%s is allergic to egg',
    );
    assert(
      property(food, frame, (name, sentence) => {
        const { allergens, diets } = readFoodNote(sentence.replace('%s', name), [name]);
        expect({ allergens: allergens.filter((each) => each !== 'egg'), diets }).toEqual({
          allergens: [],
          diets: [],
        });
      }),
    );
  });
});

test('500 characters are read, however they repeat, before the test is given up', () => {
  const texts = [
    'no nuts ',
    'no, ',
    'peanit ',
    '花生过敏',
    'allergies: none - ',
    'a',
    '(',
    NOTES.map(({ text }) => text).join('. '),
  ];
  for (const text of texts) readFoodNote(text.repeat(500).slice(0, 500), ['Mia']);
  for (const text of texts) readFoodNote(text.repeat(500).slice(0, 500), ['Mia']);
});
