/**
 * What a free text says about food: a second net behind the allergens that people choose. It only warns; finding none
 * proves nothing.
 */
import { type Allergen, ALLERGENS, TREE_NUTS } from '#domain/menu/allergens.ts';
import { type Diet, DIETS } from '#domain/people/diets.ts';
import { type Denials, findDenials } from './denials.ts';
import { isHarmless, isWished } from './harmless-places.ts';
import { findPeople, type NamedPeople } from './note-people.ts';
import { wordsOf } from './note-text.ts';
import { type Mention, type ReadWords, readWords, splitWords } from './read-words.ts';

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

export type FoodNote = {
  concernsFood: boolean;
  /** In legal order. */
  allergens: Allergen[];
  diets: Diet[];
  /** Everyone concerned and named. */
  people: string[];
  /** The one concerned, when it is one and the text names them. */
  person: string | null;
  severity: Severity;
  /** The text only says that there is no need. */
  negated: boolean;
  findings: NoteFinding[];
};

/** `names` are those of the order's people. */
export function readFoodNote(text: string, names: readonly string[]): FoodNote {
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
    findings,
  };
}

function readNote(text: string, names: readonly string[]) {
  const words = splitWords(wordsOf(text));
  const people = findPeople(words, names);
  const named = new Set<number>();
  for (const { start, end } of people) for (let at = start; at < end; at += 1) named.add(at);
  return { people, note: readWords(words, (at) => named.has(at)) };
}

/** Why a text concerns the food, with the word that says so. */
type Reason = { start: number; end: number; allergens: readonly Allergen[]; diets: readonly Diet[] };

function reasonsIn(note: ReadWords, denials: Denials): Reason[] {
  const { words, mentions } = note;
  const context = clauseContexts(note, denials);
  const isOpen = ({ start }: Mention) => !denials.isDenied(start);
  const open = mentions.filter((mention) => mention.kind !== 'harmless' && isOpen(mention));
  const left = new Set<Allergen>();
  const wanted: Mention[] = [];
  for (const mention of open) {
    const clause = context[words[mention.start]?.clause ?? 0];
    if (!clause || isHarmless(mention, note, clause.hasAllergy)) continue;
    if (isExcluded(mention, note, context, wanted) || isApproved(mention, note, clause)) {
      for (const allergen of mention.allergens) left.add(allergen);
    } else if (isConcern(mention, note, context)) wanted.push(mention);
  }
  const reasons = wanted.map((mention) => reasonOf(mention, note, left, context));
  for (const [at] of words.entries()) {
    const length = note.lengthOf('allergy', at);
    if (length > 0 && !denials.isDenied(at)) reasons.push({ start: at, end: at + length, allergens: [], diets: [] });
  }
  return reasons.toSorted((a, b) => a.start - b.start);
}

/** "Free" in the languages that join it to the food. */
const FREE_WORDS = new Set(['free', 'frei', 'fri', 'vrij']);

type Clause = { hasAllergy: boolean; hasWish: boolean; hasApproval: boolean; isList: boolean; isQuestion: boolean };

/** What the signals of a clause say of all foods in it. */
function clauseContexts(note: ReadWords, denials: Denials): Clause[] {
  const { words, mentions, lengthOf } = note;
  const clauses: Clause[] = [];
  for (const [at, word] of words.entries()) {
    const clause = (clauses[word.clause] ??= { hasAllergy: false, hasWish: false, hasApproval: false, isList: true, isQuestion: false });
    const isFood = mentions.some((mention) => mention.kind !== 'harmless' && mention.start <= at && at < mention.end);
    if (!isFood && !/^(?:and|or|nor|any|also|the|please|pls|plz|thank|thanks|thx|n|y|e|und|et|o|u|i|и|va|と|和)$/u.test(word.key)) clause.isList = false;
    if (denials.isDenied(at)) continue;
    if (lengthOf('allergy', at) > 0 || lengthOf('reaction', at) > 0 || FREE_WORDS.has(word.key)) clause.hasAllergy = true;
    if (lengthOf('wish', at) > 0) clause.hasWish = true;
    if (lengthOf('approval', at) > 0) clause.hasApproval = true;
  }
  return clauses;
}

/** Foods that no law lists count only when something is asked about them. */
function isConcern(mention: Mention, note: ReadWords, context: readonly Clause[]): boolean {
  const { kind, start } = mention;
  if (kind === 'allergen' || kind === 'diet' || kind === 'care') return true;
  return isAskedAbout(start, note, context);
}

function isAskedAbout(start: number, note: ReadWords, context: readonly Clause[]): boolean {
  const { words, lengthOf } = note;
  const clause = words[start]?.clause ?? 0;
  if (context[clause]?.hasAllergy) return true;
  for (let at = start - 1; at >= Math.max(0, start - 7) && words[at]?.clause === clause; at -= 1) {
    if (lengthOf('wish', at) > 0) return true;
  }
  const isFollowed = [1, 2].some((steps) => words[start + steps]?.clause === clause && lengthOf('wish', start + steps) > 0);
  if (isFollowed) return true;
  const before = context[clause - 1];
  const isSameSentence = words.some((word) => word.clause === clause - 1 && word.sentence === words[start]?.sentence);
  return Boolean(context[clause]?.isList && isSameSentence && (before?.hasWish || before?.hasAllergy || (before?.isList && clause > 1)));
}

/** "Not peanut" after an allergy, "all nuts except almonds"; after "eats everything" it is the concern itself. */
function isExcluded({ start }: Mention, note: ReadWords, context: readonly Clause[], wanted: readonly Mention[]): boolean {
  const { words, lengthOf } = note;
  const clause = words[start]?.clause ?? 0;
  const isEarlier = wanted.some((mention) => {
    const word = words[mention.start];
    return word !== undefined && word.sentence === words[start]?.sentence && mention.start < start && mention.allergens.size > 0;
  });
  if (!isEarlier || context[clause]?.hasAllergy) return false;
  for (let at = start - 1; at >= Math.max(0, start - 3); at -= 1) {
    const word = words[at];
    if (!word || word.sentence !== words[start]?.sentence) return false;
    if (lengthOf('exception', at) > 0 && at + lengthOf('exception', at) >= start - 1) return true;
    if (word.key === 'not') return (words[at - 1]?.clause !== clause || words[at - 1]?.key === 'but') && !words.some((each) => each.clause === clause && each.key === 'either');
  }
  return false;
}

/** "Peanuts ok": unless the same clause asks to leave them out. */
function isApproved({ start, kind }: Mention, note: ReadWords, clause: Clause): boolean {
  if (kind === 'care' || kind === 'diet' || clause.hasAllergy || !clause.hasApproval) return false;
  return !isWished(start, note) && !hasRefusal(start, note);
}

function hasRefusal(start: number, { words, lengthOf }: ReadWords): boolean {
  const clause = words[start]?.clause;
  return words.some((word, at) => word.clause === clause && at !== start && lengthOf('wish', at) > 0 && word.key !== 'only');
}

const WHOLE_NAMES = new Set<Allergen>([...TREE_NUTS, 'peanut', 'fish', 'crustacean', 'mollusc']);

function reasonOf({ start, end, allergens, diets, kind }: Mention, note: ReadWords, left: ReadonlySet<Allergen>, context: readonly Clause[]): Reason {
  const isGroup = allergens.size > 1;
  const kept = [...allergens].filter((allergen) => !(isGroup && left.has(allergen) && WHOLE_NAMES.has(allergen)));
  const isAvoided = kind !== 'meat' || isAskedAbout(start, note, context);
  return { start, end, allergens: kept, diets: isAvoided ? [...diets] : [] };
}

function findingsOf(note: ReadWords, people: readonly NamedPeople[], reasons: readonly Reason[], denials: Denials): NoteFinding[] {
  const found = new Map<string | null, Reason[]>();
  for (const reason of reasons) {
    for (const person of peopleAt(reason.start, note, people)) {
      found.set(person, [...(found.get(person) ?? []), reason]);
    }
  }
  const telling = [...found].filter(([, list]) => found.size === 1 || list.some(({ allergens, diets }) => allergens.length + diets.length > 0) || !list.every((reason) => note.lengthOf('allergy', reason.start) > 0));
  const severe = severePeople(note, people, denials);
  const entries = telling.length === 0 ? [...found] : telling;
  return entries.map(([person, list]) => ({
    person,
    allergens: inLegalOrder(list.flatMap(({ allergens }) => allergens)),
    diets: inOrder(list.flatMap(({ diets }) => diets)),
    words: wordsOfReasons(note, list),
    severity: severe.has(person) || (severe.size > 0 && (entries.length === 1 || severe.has(null))) ? 'severe' : 'unknown',
  }));
}

const NEGATIONS = new Set(['not', 'no', 'non', 'isnt', 'never', 'without', 'wont', 'dont', 'doesnt', 'nothing', 'arent', 'nil']);

function severePeople(note: ReadWords, people: readonly NamedPeople[], denials: Denials): Set<string | null> {
  const severe = new Set<string | null>();
  for (const [at] of note.words.entries()) {
    const length = note.lengthOf('severe', at);
    const isDenied = denials.isDenied(at) || [1, 2].some((steps) => note.words[at - steps]?.clause === note.words[at]?.clause && NEGATIONS.has(note.words[at - steps]?.key ?? ''));
    const isPlace = note.lengthOf('street', at + length) > 0 || note.lengthOf('location', at - 1) > 0 || note.lengthOf('location', at - 2) > 1;
    if (length > 0 && !isDenied && !isPlace) for (const person of peopleAt(at, note, people)) severe.add(person);
  }
  return severe;
}

const NOBODY_NAMED = new Set(['i', 'im', 'ive', 'me', 'my', 'myself', 'we', 'everyone', 'rest', 'other', 'everybody']);

/** The nearest name: in the clause first, then the last one before, then the first one after. */
function peopleAt(at: number, { words }: ReadWords, people: readonly NamedPeople[]): readonly (string | null)[] {
  const clause = words[at]?.clause;
  const inClause = people.filter(({ start }) => words[start]?.clause === clause);
  const before = inClause.findLast(({ start }) => start <= at);
  const after = inClause.find(({ start }) => start > at);
  const isAfterFor = after && words[after.start - 1]?.key === 'for';
  if (after && (isAfterFor || !before)) return isAfterFor || !ownSubject(at, clause, words) ? after.names : [null];
  if (before) return before.names;
  if (ownSubject(at, clause, words)) return [null];
  const bracketed = people.find(({ start, end }) => start > at && words[start]?.clause === (clause ?? 0) + 1 && words[end]?.clause !== words[start]?.clause && words[start - 1]?.clause === clause);
  const last = people.findLast(({ start }) => start < at);
  return (last ?? bracketed ?? people.find(({ start }) => start > at))?.names ?? [null];
}

function ownSubject(at: number, clause: number | undefined, words: ReadWords['words']): boolean {
  return words.some((word, index) => index < at && word.clause === clause && NOBODY_NAMED.has(word.key));
}

function wordsOfReasons({ words }: ReadWords, reasons: readonly Reason[]): string[] {
  return [...new Set(reasons.flatMap(({ start, end }) => words.slice(start, end).map(({ text }) => text)))];
}

function inLegalOrder(found: readonly Allergen[]): Allergen[] {
  return ALLERGENS.filter((allergen) => found.includes(allergen));
}

function inOrder(found: readonly Diet[]): Diet[] {
  return DIETS.filter((diet) => found.includes(diet));
}
