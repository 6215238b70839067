/**
 * What a free text says about food: a second net behind the allergens that people choose. It only warns; finding none
 * proves nothing.
 */
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import type { Diet } from '#areas/needs/rules/food-needs.ts';
import { findDenials } from '#areas/needs/rules/food-notes/denials.ts';
import {
  findingsOf,
  inLegalOrder,
  inOrder,
  type NoteFinding,
  type Severity,
  wordsOfReasons,
  isNegated,
} from '#areas/needs/rules/food-notes/note-findings.ts';
import { findPeople } from '#areas/needs/rules/food-notes/note-people.ts';
import { reasonsIn } from './note-reasons.ts';
import { wordsOf, remembered } from '#areas/needs/rules/food-notes/note-text.ts';
import { readWords, splitWords } from '#areas/needs/rules/food-notes/read-words.ts';
import { personKey } from '#platform/rules/customer-name.ts';

export type FoodNote = {
  concernsFood: boolean;
  /** In legal order. */
  allergens: readonly Allergen[];
  diets: readonly Diet[];
  /** Everyone concerned and named. */
  people: readonly string[];
  /** The one concerned, when it is one and the text names them. */
  person: string | null;
  severity: Severity;
  /** The text only says that there is no need. */
  negated: boolean;
  /** The words that led there, as typed but in lower case. */
  words: readonly string[];
  findings: readonly NoteFinding[];
};

/** `names` are those of the order's people. */
export const readFoodNote = remembered(readWhole);

function readWhole(text: string, names: readonly string[]): FoodNote {
  const { note, people } = readNote(text, names);
  const denials = findDenials(note);
  const reasons = reasonsIn(note, denials);
  const concernsFood = reasons.length > 0;
  const findings = findingsOf(note, people, reasons, denials);
  const named = [...new Set(findings.flatMap(({ person }) => person ?? []))];
  return {
    concernsFood,
    allergens: inLegalOrder(findings.flatMap(({ allergens }) => allergens)),
    diets: inOrder(findings.flatMap(({ diets }) => diets)),
    people: named,
    person: findings.length === 1 ? (named[0] ?? null) : null,
    severity: findings.some(({ severity }) => severity === 'severe') ? 'severe' : 'unknown',
    negated: !concernsFood && denials.any,
    words: wordsOfReasons(note, reasons),
    findings,
  };
}

/** The note's words with the names in them. */
export function readNote(text: string, names: readonly string[]) {
  const words = splitWords(wordsOf(text));
  const people = findPeople(words, names);
  const named = new Set<number>();
  for (const { start, end } of people) for (let at = start; at < end; at += 1) named.add(at);
  const isName = (at: number) => named.has(at);
  return { people, isName, note: readWords(words, isName) };
}

/** Whether someone says that food did them harm. Rather once too often: the office calls them. `names`: of the order. */
export function tellsOfReaction(text: string, names: readonly string[]): boolean {
  const { note } = readNote(text, names);
  const denials = findDenials(note);
  return note.words.some(
    (_, at) => note.lengthOf('harm', at) > 0 && !denials.isDenied(at) && !isNegated(at, note),
  );
}

/** For these names those who had one: whom the text names, else all of them. Empty: it tells of none. */
export function whoReacted(text: string, names: readonly string[]): string[] {
  if (!tellsOfReaction(text, names)) return [];
  const named = readNote(text, names).people.flatMap((people) => people.names.map(personKey));
  const namedPeople = names.filter((name) => named.includes(personKey(name)));
  return namedPeople.length > 0 ? namedPeople : [...names];
}
