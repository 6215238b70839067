/** What each sentence of a note asks of the kitchen, and for whom: what open questions are made of. Ours. */
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import type { QuestionKind } from '#areas/needs/rules/food-question.ts';
import { findDenials } from './denials.ts';
import { inLegalOrder, peopleAt, severePeople } from './note-findings.ts';
import { NOT_NAMES } from './note-people.ts';
import { type Reason, reasonsIn } from './note-reasons.ts';
import { isOneCharacterWord, sentencesOf, singular, remembered } from './note-text.ts';
import { readNote } from './read-food-note.ts';
import type { ReadWords } from './read-words.ts';

export type NoteConcern = {
  /** The sentence, as written. */
  quote: string;
  /** As the order spells it, otherwise as written; null when the text names nobody. */
  person: string | null;
  kind: QuestionKind;
  /** In legal order. */
  allergens: Allergen[];
  /** Other foods, as written in lower case. */
  words: string[];
  severe: boolean;
};

/** `at`: the word that says so. */
type Spoken = Pick<NoteConcern, 'kind' | 'allergens' | 'words'> & { at: number };

/** In the order of the text; one for each sentence, person and kind. `names` are those of the order's people. */
export const concernsIn: (text: string, names: readonly string[]) => readonly NoteConcern[] =
  remembered(readConcerns);

function readConcerns(text: string, names: readonly string[]): readonly NoteConcern[] {
  if (text.trim() === '') return [];
  const { note, people, isName } = readNote(text, names);
  const denials = findDenials(note);
  const isOpen = (at: number) => !denials.isDenied(at) && !isName(at);
  const severe = severePeople(note, people, denials);
  const isHarm = harmIn(note, isOpen, (at) => peopleAt(at, note, people));
  const sentences = sentencesOf(text);
  const concerns = [
    ...reasonsIn(note, denials).flatMap(spokenIn(note)),
    ...unknownIn(note, isOpen),
  ].flatMap(({ at, ...spoken }) => {
    const sentence = note.words[at]?.sentence ?? 0;
    return peopleAt(at, note, people).map((person) => ({
      ...spoken,
      quote: sentences[sentence] ?? '',
      person,
      kind:
        spoken.kind === 'wish' && (severe.has(person) || isHarm(person, sentence))
          ? 'allergy'
          : spoken.kind,
    }));
  });
  const isForAll = severe.has(null) || !concerns.some(({ person }) => severe.has(person));
  return merged(
    concerns
      .filter((one) => one.kind !== 'unreadable' || !isSaidElsewhere(one, concerns))
      .map((one) => ({ ...one, severe: severe.size > 0 && (isForAll || severe.has(one.person)) })),
  );
}

/** "Allergy alert! Mia: peanuts" says to what. */
function isSaidElsewhere(
  { person }: Pick<NoteConcern, 'person'>,
  concerns: readonly Pick<NoteConcern, 'person' | 'kind'>[],
): boolean {
  return concerns.some(
    (one) => one.kind !== 'unreadable' && (person === null || one.person === person),
  );
}

/** Whether what is asked for someone in a sentence is more than a wish. */
function harmIn(
  { words, lengthOf }: ReadWords,
  isOpen: (at: number) => boolean,
  peopleOf: (at: number) => readonly (string | null)[],
): (person: string | null, sentence: number) => boolean {
  const anywhere = new Set<string | null>();
  const here = new Set<string>();
  for (const [at, { sentence }] of words.entries()) {
    if (!isOpen(at)) continue;
    const isReaction = lengthOf('reaction', at) > 0 || lengthOf('must', at) > 0;
    for (const person of peopleOf(at)) {
      if (lengthOf('allergy', at) > 0) anywhere.add(person);
      if (isReaction) here.add(JSON.stringify([person, sentence]));
    }
  }
  return (person, sentence) =>
    anywhere.has(null) ||
    anywhere.has(person) ||
    here.has(JSON.stringify([person, sentence])) ||
    here.has(JSON.stringify([null, sentence]));
}

const spokenIn =
  (note: ReadWords) =>
  ({ start, end, allergens, diets, isFood }: Reason): Spoken[] => {
    const kind = note.mentionAt(start)?.kind;
    const at = start;
    if (!isFood) return [{ at, kind: 'unreadable', allergens: [], words: [] }];
    if (kind === 'care') return [{ at, kind: 'care', allergens: [], words: [] }];
    if (allergens.length > 0) return [{ at, kind: 'wish', allergens: [...allergens], words: [] }];
    if (kind === 'diet' || (kind === 'meat' && diets.length === 0)) return [];
    return [{ at, kind: 'wish', allergens: [], words: [spanText({ start, end }, note)] }];
  };

function spanText({ start, end }: { start: number; end: number }, { words }: ReadWords): string {
  const texts = words.slice(start, end).map(({ text }) => text);
  return texts.join(texts.every(isOneCharacterWord) ? '' : ' ');
}

const NOT_FOODS = new Set(
  'sauce gravy dressing raw hot bee wasp ant insect mosquito sting bite latex pollen grass cat dog pet dust mite mould mold penicillin antibiotic aspirin medication medicine perfume flower hay fever sun plaster nickel'.split(
    ' ',
  ),
);
const FILLERS = new Set(
  'a an the any all some to of from against with and or nor as well too also like such sort kind known raw cooked fresh'.split(
    ' ',
  ),
);
const NEVER_FOODS = new Set(
  'about regarding concerning ask customer lost bad badly really life death tell see read list card attached info detail aware alert following certain thing stuff product ingredient item reaction problem issue condition concern matter lot bit very strong strongly awful terrible nasty possible maybe probably multiple several various many much more few due he she they them him her it its my our their your am im was been being be get got need must take know many above below previous usual'.split(
    ' ',
  ),
);

/** "Allergic to rambutan", "rambutan allergy": words that no list knows where a food is said. */
function unknownIn(note: ReadWords, isOpen: (at: number) => boolean): Spoken[] {
  const { words, lengthOf } = note;
  return words.flatMap((word, at) => {
    const length = lengthOf('allergy', at);
    if (length === 0 || !isOpen(at)) return [];
    const told = toldOf(at + length, note, isOpen);
    const before = words[at - 1];
    const isBefore =
      told === null &&
      before?.clause === word.clause &&
      !note.mentionAt(at - 2) &&
      isUnknown(at - 1, note, isOpen);
    if (before && isBefore) return [{ at, kind: 'unknown', allergens: [], words: [before.text] }];
    return told ?? [];
  });
}

/** "to rambutan and lychee", ": rambutan"; null: no list of foods follows. */
function toldOf(start: number, note: ReadWords, isOpen: (at: number) => boolean): Spoken[] | null {
  const { words, clauseAt, mentionAt } = note;
  const first = words[start];
  const last = words[start - 1];
  if (!first || first.sentence !== last?.sentence) return null;
  const isFood = (at: number) => mentionAt(at) !== undefined || isUnknown(at, note, isOpen);
  const isList = (clause: number) => {
    const { from, to } = clauseAt(clause);
    return words
      .slice(from, to)
      .every(({ key }, index) => FILLERS.has(key) || isFood(from + index));
  };
  if (first.clause === last.clause && !['to', 'of', 'against'].includes(first.key)) return null;
  const found: Spoken[] = [];
  for (let at = start; words[at]?.sentence === first.sentence; at += 1) {
    const word = words[at];
    const isNext = word !== undefined && word.clause !== last.clause;
    if (!word || (isNext && !isList(word.clause))) break;
    const mention = mentionAt(at);
    if (mention?.kind === 'food' && mention.start === at && isOpen(at)) {
      found.push({ at, kind: 'wish', allergens: [], words: [spanText(mention, note)] });
    }
    if (FILLERS.has(word.key) || mention) continue;
    if (!isFood(at)) break;
    found.push({ at: start - 1, kind: 'unknown', allergens: [], words: [word.text] });
  }
  return found;
}

function isUnknown(at: number, note: ReadWords, isOpen: (at: number) => boolean): boolean {
  const key = note.words[at]?.key ?? '';
  return (
    isOpen(at) &&
    note.isPlain(at) &&
    !note.mentionAt(at) &&
    /^\p{L}{3,}$/u.test(key) &&
    ![NOT_NAMES, FILLERS, NEVER_FOODS].some((list) => list.has(key))
  );
}

function merged(concerns: readonly NoteConcern[]): NoteConcern[] {
  const groups = Map.groupBy(concerns, ({ quote, person, kind }) =>
    JSON.stringify([quote, person, kind]),
  );
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const words = [...new Set(same.flatMap((one) => one.words))];
    const foods = words.filter((word) => !NOT_FOODS.has(singular(word)));
    const allergens = inLegalOrder(same.flatMap((one) => one.allergens));
    const isNamed = foods.length > 0 || allergens.length > 0;
    // "Allergic to bees" is no concern of the kitchen, "allergic to all sauces" is one without an answer.
    if (!isNamed && (first.kind === 'unknown' || first.kind === 'wish')) return [];
    const kind = !isNamed && first.kind === 'allergy' ? 'unreadable' : kindOf(first, allergens);
    return { ...first, kind, allergens, words: kind === 'care' ? [] : foods };
  });
}

/** "Extra chilli please" is left to the cook. */
function kindOf({ kind, quote }: NoteConcern, allergens: readonly Allergen[]): NoteConcern['kind'] {
  const isMore = kind === 'wish' && allergens.length === 0 && MORE.test(quote);
  return isMore ? 'care' : kind;
}

const MORE = /\b(?:extra|lots of|plenty of|more)\b/iu;
