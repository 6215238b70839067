/** Which of a note's words ask something of the kitchen. */
import { type Allergen, TREE_NUTS } from '#areas/needs/rules/allergens.ts';
import type { Diet } from '#areas/needs/rules/food-needs.ts';
import type { Denials } from './denials.ts';
import { isHarmless, isWished } from './harmless-places.ts';
import type { Mention, ReadWords } from './read-words.ts';

/** Why a text concerns the food, with the word that says so. */
export type Reason = {
  start: number;
  end: number;
  allergens: readonly Allergen[];
  diets: Diet[];
  isFood: boolean;
};

export function reasonsIn(note: ReadWords, denials: Denials): Reason[] {
  const { words, mentions } = note;
  const context = clauseContexts(note, denials);
  const isOpen = ({ start }: Mention) => !denials.isDenied(start);
  const open = mentions.filter((mention) => mention.kind !== 'harmless' && isOpen(mention));
  const left = new Set<Allergen>();
  const asked: Mention[] = [];
  for (const mention of open) {
    const clause = context[words[mention.start]?.clause ?? 0];
    if (!clause || isHarmless(mention, note, clause.hasAllergy)) continue;
    if (isExcluded(mention, note, context, asked) || isApproved(mention, note, clause)) {
      for (const allergen of mention.allergens) left.add(allergen);
    } else if (isConcern(mention, note, context)) asked.push(mention);
  }
  const reasons = asked.map((mention) => reasonOf(mention, note, left, context));
  if (left.has('fish')) eatsFish(reasons);
  for (const [at] of words.entries()) {
    const length = note.lengthOf('allergy', at);
    if (length > 0 && !denials.isDenied(at))
      reasons.push({ start: at, end: at + length, allergens: [], diets: [], isFood: false });
  }
  return reasons.toSorted((a, b) => a.start - b.start);
}

/** "Free" in the languages that join it to the food. */
const FREE_WORDS = new Set(['free', 'frei', 'fri', 'vrij']);

/** Stand between the foods of a list. */
const LIST_WORDS = new Set(
  'and or nor any also the please pls plz thank thx n y e und et o u i и va と 和'.split(' '),
);

type Clause = {
  hasAllergy: boolean;
  hasWish: boolean;
  hasApproval: boolean;
  isList: boolean;
  isCondition: boolean;
};

/** What the signals of a clause say of all foods in it. */
function clauseContexts(note: ReadWords, denials: Denials): Clause[] {
  const { words, mentionAt, lengthOf } = note;
  const clauses: Clause[] = [];
  for (const [at, word] of words.entries()) {
    const clause = (clauses[word.clause] ??= {
      hasAllergy: false,
      hasWish: false,
      hasApproval: false,
      isList: true,
      isCondition: false,
    });
    const food = mentionAt(at);
    const isFood = food !== undefined && food.kind !== 'harmless';
    if (!isFood && !LIST_WORDS.has(word.key)) clause.isList = false;
    if (denials.isDenied(at)) continue;
    if (lengthOf('allergy', at) > 0 || lengthOf('reaction', at) > 0 || FREE_WORDS.has(word.key))
      clause.hasAllergy = true;
    if (lengthOf('wish', at) > 0) clause.hasWish = true;
    if (lengthOf('approval', at) > 0) clause.hasApproval = true;
    if (CONDITIONS.has(word.key) || lengthOf('severe', at) > 0) clause.isCondition = true;
  }
  return clauses;
}

/** Foods that no law lists count only when something is asked about them. */
function isConcern(mention: Mention, note: ReadWords, context: readonly Clause[]): boolean {
  const { kind } = mention;
  if (kind === 'allergen' || kind === 'diet' || kind === 'care') return true;
  return isAskedAbout(mention, note, context);
}

function isAskedAbout(
  { start, end }: Pick<Mention, 'start' | 'end'>,
  note: ReadWords,
  context: readonly Clause[],
): boolean {
  const { words, lengthOf, clauseAt } = note;
  const clause = words[start]?.clause ?? 0;
  if (context[clause]?.hasAllergy) return true;
  for (let at = start - 1; at >= Math.max(0, start - 7) && words[at]?.clause === clause; at -= 1) {
    if (lengthOf('wish', at) > 0) return true;
  }
  const isFollowed = [end, end + 1].some(
    (at) => words[at]?.clause === clause && lengthOf('wish', at) > 0,
  );
  if (isFollowed) return true;
  const before = context[clause - 1];
  const isSameSentence = words[clauseAt(clause - 1).from]?.sentence === words[start]?.sentence;
  return Boolean(
    context[clause]?.isList &&
    isSameSentence &&
    (before?.hasWish || before?.hasAllergy || (before?.isList && clause > 1)),
  );
}

/** "Not peanut" after an allergy, "all nuts except almonds"; after "eats everything" it is the concern itself. */
function isExcluded(
  { start }: Mention,
  note: ReadWords,
  context: readonly Clause[],
  asked: readonly Mention[],
): boolean {
  const { words, lengthOf } = note;
  const clause = words[start]?.clause ?? 0;
  const last = asked.findLast(({ allergens }) => allergens.size > 0);
  const isEarlier = last !== undefined && words[last.start]?.sentence === words[start]?.sentence;
  if (!isEarlier) return false;
  if (last.end === start - 1 && words[start - 1]?.key === 'not') return true;
  if (context[clause]?.hasAllergy) return false;
  for (let at = start - 1; at >= Math.max(0, start - 3); at -= 1) {
    const word = words[at];
    if (!word || word.sentence !== words[start]?.sentence) return false;
    if (lengthOf('exception', at) > 0 && at + lengthOf('exception', at) >= start - 1) return true;
    if (word.key === 'not') return opensClause(at, note) && !hasWord('either', clause, note);
  }
  return false;
}

function opensClause(at: number, { words }: ReadWords): boolean {
  return words[at - 1]?.clause !== words[at]?.clause || words[at - 1]?.key === 'but';
}

function hasWord(key: string, clause: number, { words, clauseAt }: ReadWords): boolean {
  const { from, to } = clauseAt(clause);
  return words.slice(from, to).some((word) => word.key === key);
}

/** "Peanuts ok", "loves fish": unless the same clause asks to leave them out, or says what happens if. */
function isApproved(mention: Mention, note: ReadWords, clause: Clause): boolean {
  const { start, kind } = mention;
  if (kind === 'care' || kind === 'diet' || clause.hasAllergy || !clause.hasApproval) return false;
  if (clause.isCondition || isWished(start, note) || hasRefusal(start, note)) return false;
  return isPraised(mention, note);
}

function isPraised({ start, end }: Mention, { words, lengthOf }: ReadWords): boolean {
  const clause = words[start]?.clause;
  const isHere = (at: number) => words[at]?.clause === clause;
  for (let at = start - 1; at >= start - 5 && isHere(at); at -= 1) {
    if (lengthOf('exception', at) > 0) return false;
  }
  for (let at = end; at < end + 6 && isHere(at); at += 1) {
    if (lengthOf('approval', at) > 0) return true;
  }
  for (let at = start - 1; at >= start - 5 && isHere(at); at -= 1) {
    if (lengthOf('approval', at) > 0 && !SAID_AFTER.has(words[at]?.key ?? '')) return true;
  }
  return false;
}

/** "Ok so peanuts" approves of nothing. */
const SAID_AFTER = new Set(['ok', 'okay', 'okey', 'k', 'fine', 'alright', 'all', 'good', 'great']);
const CONDITIONS = new Set(['if', 'when', 'whenever', 'after', 'unless']);

function hasRefusal(start: number, { words, lengthOf, clauseAt }: ReadWords): boolean {
  const { from, to } = clauseAt(words[start]?.clause ?? 0);
  for (let at = from; at < to; at += 1) if (at !== start && lengthOf('wish', at) > 0) return true;
  return false;
}

/** "Vegetarian but eats fish". */
function eatsFish(reasons: readonly Reason[]) {
  for (const reason of reasons) {
    reason.diets = reason.diets.map((diet) => (diet === 'vegetarian' ? 'pescatarian' : diet));
  }
}

const WHOLE_NAMES = new Set<Allergen>([...TREE_NUTS, 'peanut', 'fish', 'crustacean', 'mollusc']);

function reasonOf(
  { start, end, allergens, diets, kind }: Mention,
  note: ReadWords,
  left: ReadonlySet<Allergen>,
  context: readonly Clause[],
): Reason {
  const isGroup = allergens.size > 1;
  const kept = [...allergens].filter(
    (allergen) => !(isGroup && left.has(allergen) && WHOLE_NAMES.has(allergen)),
  );
  const isAvoided = kind !== 'meat' || isAskedAbout({ start, end }, note, context);
  return { start, end, allergens: kept, diets: isAvoided ? [...diets] : [], isFood: true };
}
