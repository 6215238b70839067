/** Which words a denial takes away: "no allergies", "not allergic to nuts", "used to be vegan". */
import type { ReadWords } from './read-words.ts';

const CONNECTORS = new Set(['and', 'or', 'nor', 'n', 'to', 'of', 'against', 'for']);
const LIST_WORDS = new Set(['to', 'or', 'nor', 'any', 'of', 'against']);
const WHOLE_CLAUSE = /^(?:used|grew|grown|outgrew|outgrown|longer)$/u;
const COUNTED_FOODS =
  /^(?:nut|treenut|peanut|egg|prawn|almond|cashew|walnut|hazelnut|pecan|oyster)$/u;
const NOT = /^(?:not|isnt|arent|wasnt|nobody|noone|neither)$/u;
const NEGATIVES = new Set(
  'cant cannot dont doesnt didnt not wont never no hasnt havent isnt arent hardly if when nor'.split(
    ' ',
  ),
);
const EATING = new Set(['eat', 'eats', 'have', 'has', 'drink', 'tolerate', 'handle', 'take', 'do']);
const ANSWERS = new Set(['none', 'nil', 'no', 'nope', 'na', 'zero', 'nothing', 'nka']);
const PLACES_AFTER = new Set([
  'here',
  'in',
  'at',
  'anymore',
  'any',
  'this',
  'whatsoever',
  'thanks',
  'thx',
  'thank',
]);

export type Denials = { isDenied: (at: number) => boolean; any: boolean };

export function findDenials(note: ReadWords): Denials {
  const denied = new Set<number>();
  for (let at = 0; at < note.words.length; at += 1) {
    const length = note.lengthOf('denial', at);
    if (length > 0 && !isTakenBack(note, at, length)) denyClause(note, at, length, denied);
    else if (note.lengthOf('denialStart', at) > 0) denyList(note, at, denied);
  }
  denyAnswers(note, denied);
  denyEarlier(note, denied);
  return { isDenied: (at) => denied.has(at), any: denied.size > 0 };
}

/** "Can't eat anything with nuts", "hasn't outgrown it yet", "can no longer eat eggs": no denials at all. */
function isTakenBack(
  { words, lengthOf, clauseAt }: ReadWords,
  start: number,
  length: number,
): boolean {
  const { from, to } = clauseAt(words[start]?.clause ?? 0);
  const before = words.slice(Math.max(from, start - 3), start);
  if (before.some(({ key }) => NEGATIVES.has(key))) return true;
  const isNoLonger = words[start + length - 1]?.key === 'longer';
  const after = words.slice(start + length, to);
  if (isNoLonger && after.some(({ key }) => EATING.has(key))) return true;
  if (after.some(({ key }) => key === 'yet')) return true;
  const isEatingAll = words.slice(start, start + length).some(({ key }) => key.startsWith('eat'));
  return isEatingAll && after.some((_, at) => lengthOf('reaction', start + length + at) > 0);
}

/** "We eat everything", "used to be coeliac": until a wish in the same clause says otherwise. */
function denyClause(
  { words, lengthOf }: ReadWords,
  start: number,
  length: number,
  denied: Set<number>,
) {
  const past = words.slice(start, start + length).some(({ key }) => WHOLE_CLAUSE.test(key));
  let at = start;
  while (past && words[at - 1] && words[at - 1]?.clause === words[start]?.clause) at -= 1;
  for (; words[at] && words[at]?.clause === words[start]?.clause; at += 1) {
    const isAfter = at >= start + length;
    if (
      isAfter &&
      (lengthOf('wish', at) > 0 || lengthOf('exception', at) > 0 || words[at]?.key === 'now')
    )
      return;
    denied.add(at);
  }
}

/** "No known food allergies or intolerances". */
function denyList(note: ReadWords, start: number, denied: Set<number>) {
  const { words, lengthOf } = note;
  let at = start + lengthOf('denialStart', start);
  const isNot = NOT.test(words[start]?.key ?? '');
  const foods: string[] = [];
  let needs = 0;
  if (words[at]?.key === 'non') return;
  for (; words[at] && words[at]?.clause === words[start]?.clause; at += 1) {
    const food = note.mentionAt(at);
    const isNeed =
      lengthOf('need', at) > 0 || (isNot && foods.length > 0 && words[at]?.key === 'free');
    if (
      needs > 0 &&
      words[at - 1]?.key === 'and' &&
      (food?.kind === 'allergen' || food?.kind === 'diet')
    )
      break;
    if (needs > 0 && lengthOf('wish', at) > 0) break;
    if (isNeed) {
      if (needs === 0 && !isNot && !deniesFoods(note, at, foods)) return;
      needs += 1;
      at += Math.max(0, lengthOf('need', at) - 1);
    } else if (food && food.kind !== 'harmless') {
      if (needs > 0 && !LIST_WORDS.has(words[at - 1]?.key ?? '') && !isSameMention(food, at)) break;
      foods.push(words[at]?.text ?? '');
    } else if (!CONNECTORS.has(words[at]?.key ?? '') && lengthOf('filler', at) === 0) break;
  }
  if (needs === 0) return;
  for (let each = start; each < at; each += 1) denied.add(each);
}

function isSameMention({ start }: { start: number }, at: number): boolean {
  return start < at;
}

/** "No nut allergies" denies; "no nuts allergy" and "no dairy allergy" can be read both ways, so they do not. */
function deniesFoods(note: ReadWords, need: number, foods: readonly string[]): boolean {
  if (foods.length === 0) return true;
  const { words } = note;
  const noun = words[need]?.text ?? '';
  const isAdjective = /(?:ic|ant|ive|ac)$/u.test(noun);
  if (isAdjective || !note.mentionAt(need - 1)) return false;
  if (foods.some((food) => food.endsWith('s'))) return false;
  const after = words[need + 1];
  return (
    noun.endsWith('s') ||
    (after !== undefined && PLACES_AFTER.has(after.key)) ||
    foods.every((food) => COUNTED_FOODS.test(food))
  );
}

/** "Allergies: none", "dietaries - nil". */
function denyAnswers(note: ReadWords, denied: Set<number>) {
  const { words, clauseAt } = note;
  for (const [at, word] of words.entries()) {
    const { from, to } = clauseAt(word.clause);
    if (!ANSWERS.has(word.key) || at !== to - 1) continue;
    const question = from === at ? clauseAt(word.clause - 1) : { from, to: at };
    if (!isQuestion(question, note)) continue;
    for (let each = question.from; each <= at; each += 1) denied.add(each);
  }
}

function isQuestion(
  { from, to }: { from: number; to: number },
  { words, lengthOf }: ReadWords,
): boolean {
  let needs = 0;
  for (let at = from; at < to; at += 1) {
    const isNeed = lengthOf('need', at) > 0;
    if (isNeed) needs += 1;
    else if (lengthOf('filler', at) === 0 && !CONNECTORS.has(words[at]?.key ?? '')) return false;
  }
  return needs > 0;
}

/** "Was coeliac, not any more". */
function denyEarlier({ words, clauseAt }: ReadWords, denied: Set<number>) {
  for (const [at, { clause, sentence, key }] of words.entries()) {
    const { from, to } = clauseAt(clause);
    if (key !== 'not' || at !== from) continue;
    const next = words
      .slice(at + 1, Math.min(at + 3, to))
      .map((word) => word.key)
      .join('');
    if (next !== 'anymore' && !next.startsWith('now')) continue;
    const earlier = clauseAt(clause - 1);
    const isSameSentence = words[earlier.from]?.sentence === sentence;
    for (let each = isSameSentence ? earlier.from : from; each < to; each += 1) denied.add(each);
  }
}
