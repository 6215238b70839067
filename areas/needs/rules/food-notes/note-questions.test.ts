import { expect, test } from 'vitest';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import { noteQuestions } from '#areas/needs/rules/food-notes/note-questions.ts';

const aPerson = (name: string, ...allergens: Allergen[]) => ({ name, allergens });
const MIA = aPerson('Mia');
const LEO = aPerson('Leo');

const about = (text: string, person: string | null = null) => ({ text, about: person });

test('a note that speaks of an allergen is asked about, for the person it names', () => {
  expect(noteQuestions([about('leo is allergic to egg')], [MIA, LEO])).toEqual([
    { person: 'Leo', allergens: ['egg'], severe: false },
  ]);
});

test('what has been chosen for that person is not asked again; what another chose is', () => {
  const people = [aPerson('Mia', 'egg'), LEO];
  expect(noteQuestions([about('Mia: no egg, no milk')], people)).toMatchObject([
    { person: 'Mia', allergens: ['milk'] },
  ]);
  expect(noteQuestions([about('Leo: no egg')], people)).toMatchObject([
    { person: 'Leo', allergens: ['egg'] },
  ]);
});

test('a person’s own note is about them, unless it names someone else', () => {
  expect(noteQuestions([about('no egg', 'Leo')], [MIA, LEO])).toMatchObject([{ person: 'Leo' }]);
  expect(noteQuestions([about('no egg for Mia', 'Leo')], [MIA, LEO])).toMatchObject([
    { person: 'Mia' },
  ]);
});

test('a note that names nobody asks until anyone has chosen it; alone at the table, it is theirs', () => {
  const note = [about('egg allergy'), about('no eggs please')];
  expect(noteQuestions(note, [MIA, LEO])).toEqual([
    { person: null, allergens: ['egg'], severe: false },
  ]);
  expect(noteQuestions(note, [MIA, aPerson('Leo', 'egg')])).toEqual([]);
  expect(noteQuestions(note, [LEO])).toMatchObject([{ person: 'Leo' }]);
});

test('several notes and people are one question each, and severe words are kept', () => {
  const notes = [about('Mia nuts, severe. Leo egg'), about('milk', 'Leo')];
  expect(noteQuestions(notes, [MIA, aPerson('Leo')])).toMatchObject([
    { person: 'Mia', severe: true },
    { person: 'Leo', allergens: ['milk', 'egg'], severe: false },
  ]);
});

test.each(['', 'No allergies', 'Dog called Peanut', 'hates mushrooms', 'vegan'])(
  '%j asks nothing',
  (text) => {
    expect(noteQuestions([about(text)], [MIA, LEO])).toEqual([]);
  },
);
