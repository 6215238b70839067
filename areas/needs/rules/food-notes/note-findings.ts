/** Whom each part of a note concerns, and how badly. */
import { type Allergen, ALLERGENS } from '#areas/needs/rules/allergens.ts';
import { type Diet, DIETS } from '#areas/needs/rules/food-needs.ts';
import type { Denials } from './denials.ts';
import type { NamedPeople } from './note-people.ts';
import type { Reason } from './note-reasons.ts';
import { isOneCharacterWord } from './note-text.ts';
import type { ReadWords } from './read-words.ts';

export type Severity = 'severe' | 'unknown';

export type NoteFinding = {
  /** As the order spells it, otherwise as written; null when the text names nobody. */
  person: string | null;
  /** In legal order. */
  allergens: Allergen[];
  diets: Diet[];
  /** The words that led there, as typed but in lower case. */
  words: string[];
  severity: Severity;
};

/** One finding for each person concerned, and one for what is said of nobody by name. */
export function findingsOf(
  note: ReadWords,
  people: readonly NamedPeople[],
  reasons: readonly Reason[],
  denials: Denials,
): NoteFinding[] {
  const found = new Map<string | null, Reason[]>();
  for (const reason of reasons) {
    for (const person of peopleAt(reason.start, note, people)) {
      found.set(person, [...(found.get(person) ?? []), reason]);
    }
  }
  const severe = severePeople(note, people, denials);
  const telling = [...found].filter(([, list]) => list.some(({ isFood }) => isFood));
  const entries = telling.length === 0 ? [...found] : telling;
  const isForAll = severe.has(null) || !entries.some(([person]) => severe.has(person));
  return entries.map(([person, list]) => {
    const isSevere = severe.has(person) || (severe.size > 0 && isForAll);
    return {
      person,
      allergens: inLegalOrder(list.flatMap(({ allergens }) => allergens)),
      diets: inOrder(list.flatMap(({ diets }) => diets)),
      words: wordsOfReasons(note, list),
      severity: isSevere ? 'severe' : 'unknown',
    };
  });
}

const NEGATIONS = new Set([
  'not',
  'no',
  'non',
  'isnt',
  'never',
  'without',
  'wont',
  'dont',
  'doesnt',
  'nothing',
  'arent',
  'nil',
]);

export function severePeople(
  note: ReadWords,
  people: readonly NamedPeople[],
  denials: Denials,
): Set<string | null> {
  const severe = new Set<string | null>();
  for (const [at] of note.words.entries()) {
    if (note.lengthOf('severe', at) === 0 || denials.isDenied(at)) continue;
    if (isNegated(at, note) || isHospitalNearby(at, note)) continue;
    for (const person of peopleAt(at, note, people)) severe.add(person);
  }
  return severe;
}

/** "Not severe", "no EpiPen". */
export function isNegated(at: number, { words }: ReadWords): boolean {
  return [1, 2].some((steps) => {
    const before = words[at - steps];
    return before?.clause === words[at]?.clause && NEGATIONS.has(before?.key ?? '');
  });
}

/** "Opposite the hospital", "Hospital Rd". */
function isHospitalNearby(at: number, { lengthOf }: ReadWords): boolean {
  const isAfterLocation = lengthOf('location', at - 1) > 0 || lengthOf('location', at - 2) > 0;
  return isAfterLocation || lengthOf('street', at + lengthOf('severe', at)) > 0;
}

const NOBODY_NAMED = new Set([
  'i',
  'im',
  'ive',
  'me',
  'my',
  'myself',
  'we',
  'everyone',
  'rest',
  'other',
]);

/** The nearest name: in the clause first, then the last one before, then the first one after. */
export function peopleAt(
  at: number,
  note: ReadWords,
  people: readonly NamedPeople[],
): readonly (string | null)[] {
  const { words } = note;
  const clause = words[at]?.clause ?? 0;
  const before = people.findLast(({ start }) => start <= at);
  const after = people.find(({ start }) => start > at);
  const isBeforeHere = before !== undefined && words[before.start]?.clause === clause;
  const isAfterHere = after !== undefined && words[after.start]?.clause === clause;
  if (isAfterHere && words[after.start - 1]?.key === 'for') return after.names;
  if (isBeforeHere) return before.names;
  if (hasOwnSubject(at, note)) return [null];
  if (isAfterHere) return after.names;
  return (before ?? after)?.names ?? [null];
}

function hasOwnSubject(at: number, { words, clauseAt }: ReadWords): boolean {
  const { from } = clauseAt(words[at]?.clause ?? 0);
  return words.slice(from, at).some(({ key }) => NOBODY_NAMED.has(key));
}

/** In the order of the text, each once. */
export function wordsOfReasons({ words }: ReadWords, reasons: readonly Reason[]): string[] {
  return [
    ...new Set(
      reasons.flatMap(({ start, end }) => {
        const texts = words.slice(start, end).map(({ text }) => text);
        return texts.every(isOneCharacterWord) ? [texts.join('')] : texts;
      }),
    ),
  ];
}

export function inLegalOrder(found: readonly Allergen[]): Allergen[] {
  return ALLERGENS.filter((allergen) => found.includes(allergen));
}

export function inOrder(found: readonly Diet[]): Diet[] {
  return DIETS.filter((diet) => found.includes(diet));
}
