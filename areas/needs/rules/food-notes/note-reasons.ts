/** Which of a note's words ask something of the kitchen. */
import { type Allergen, TREE_NUTS } from '#areas/needs/rules/allergens.ts';
import type { Diet } from '#areas/needs/rules/food-needs.ts';
import type { Denials } from '#areas/needs/rules/food-notes/denials.ts';
import type { Mention, ReadWords } from '#areas/needs/rules/food-notes/read-words.ts';
import type { Signal } from '#areas/needs/rules/food-notes/phrase-index.ts';

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

// Where the name of a food is a street, a pet, a surname or the colour of a door.

const CONNECTORS = new Set([
  'and',
  'or',
  'n',
  'the',
  'a',
  'old',
  'big',
  'little',
  'new',
  'end',
  's',
]);
const NOT_IN_NAMES = new Set(
  'please pls plz thank thx ta leave at to for is are was my our his her we i if it this that with in on by from make makes give has have ring call use as so be will would can could she he they you your'.split(
    ' ',
  ),
);
const CODES = new Set(['wifi', 'password', 'code', 'pin', 'passcode', 'login']);
const NEVER_PETS = new Set([
  'df',
  'ef',
  'dairy',
  'lactose',
  'gluten',
  'casein',
  'whey',
  'wheat',
  'fish',
]);
const PREDICATES = new Set(
  'is will may might can has bark bite bites barks run runs love loves like likes doesnt wont isnt must stay stays hate was'.split(
    ' ',
  ),
);
const SEPARATE_LISTS = new Set(['no', 'without', 'sin', 'san', 'ohne', 'nothing', 'zero']);

export function isHarmless(mention: Mention, note: ReadWords, hasAllergyWord: boolean): boolean {
  if (mention.kind === 'harmless') return true;
  if (hasAllergyWord) return false;
  const { start, end, kind } = mention;
  const isAskedFor = isWished(start, note);
  if (follows('street', end, note) && isAddress(end, note)) return true;
  if (isAskedFor) return false;
  if (isAfterTitle(start, note) || (kind !== 'care' && isPet(mention, note))) return true;
  if (isBeforePlace(mention, note) || isAfterLocation(start, note)) return true;
  return kind === 'allergen' && isColoured(mention, note);
}

/** "no" stands right before the food or its list: a wish, never a denial. */
function isWished(start: number, { words, mentionAt, lengthOf }: ReadWords): boolean {
  for (let at = start - 1; at >= 0 && at >= start - 8; at -= 1) {
    const word = words[at];
    if (!word || word.clause !== words[start]?.clause) return false;
    if (SEPARATE_LISTS.has(word.key))
      return lengthOf('denialStart', at) > 0 || lengthOf('wish', at) > 0;
    const food = mentionAt(at);
    const isFood = food !== undefined && food.kind !== 'harmless';
    if (!isFood && !CONNECTORS.has(word.key) && !['any', 'more', 'raw'].includes(word.key))
      return false;
  }
  return false;
}

function inClause(at: number, { words }: ReadWords, from: number): boolean {
  return words[at] !== undefined && words[at]?.clause === words[from]?.clause;
}

function follows(signal: Signal, at: number, note: ReadWords): boolean {
  return inClause(at, note, at - 1) && note.lengthOf(signal, at) > 0;
}

/** "no nuts st" is one; "no nuts cl" hardly. */
function isAddress(at: number, { words }: ReadWords): boolean {
  return words[at]?.key !== 'dr' || words[at + 1]?.clause !== words[at]?.clause;
}

function isAfterTitle(start: number, note: ReadWords): boolean {
  const before = note.words[start - 1];
  if (before && before.sentence === note.words[start]?.sentence && CODES.has(before.key))
    return true;
  for (let length = 1; length <= 4; length += 1) {
    const at = start - length;
    if (!inClause(at, note, start)) return false;
    const title = note.lengthOf('title', at);
    if (title > 0 && title >= length - 1)
      return (
        title === length ||
        CONNECTORS.has(note.words[start - 1]?.key ?? '') ||
        note.words[start - 1]?.key === 'is'
      );
  }
  return false;
}

/** "Dog called Peanut", "beware of the dog, Cashew is all bark"; nobody calls a pet Coeliac. */
function isPet(mention: Mention, note: ReadWords): boolean {
  const { start, end } = mention;
  const { words } = note;
  const { from, to } = note.clauseAt(words[start]?.clause ?? 0);
  const hasWish = hasSignal('wish', from, to, note, (at) => words[at]?.key !== 'not');
  if (!canBePet(mention, words[end - 1]?.text ?? '') || hasWish) return false;
  const isSubject = start === from && PREDICATES.has(words[end]?.key ?? '') && end < to;
  return hasSignal('pet', from, to, note) || (isSubject && hasSignal('pet', 0, words.length, note));
}

function canBePet({ kind, start, end, allergens }: Mention, text: string): boolean {
  if (/(?:nuts|eggs|prawns|[^s]ies)$/u.test(text) || NEVER_PETS.has(text)) return false;
  return kind === 'food' || (kind === 'allergen' && allergens.size === 1 && end - start === 1);
}

export function hasSignal(
  signal: Signal,
  from: number,
  to: number,
  { lengthOf }: ReadWords,
  isMeant: (at: number) => boolean = () => true,
): boolean {
  for (let at = from; at < to; at += 1) if (lengthOf(signal, at) > 0 && isMeant(at)) return true;
  return false;
}

function isBeforePlace({ start, end, kind }: Mention, note: ReadWords): boolean {
  let unknown = 0;
  for (let at = end; at < end + 3; at += 1) {
    if (!inClause(at, note, start)) return false;
    if (note.lengthOf('place', at) > 0 || (unknown > 0 && note.lengthOf('street', at) > 0))
      return true;
    if (kind !== 'diet' && kind !== 'care' && note.lengthOf('object', at) > 0) return true;
    const isPart =
      note.lengthOf('colour', at) > 0 ||
      note.mentionAt(at) ||
      CONNECTORS.has(note.words[at]?.key ?? '');
    if (isPart) continue;
    unknown += 1;
    if (unknown > 1 || !isPartOfName(at, note)) return false;
  }
  return false;
}

/** "Barley Mow Hotel", but not "nuts please, hotel guest". */
function isPartOfName(at: number, { words, isPlain }: ReadWords): boolean {
  return isPlain(at) && !NOT_IN_NAMES.has(words[at]?.key ?? '');
}

function isAfterLocation(start: number, note: ReadWords): boolean {
  for (let at = start - 1; at >= start - 5; at -= 1) {
    if (!inClause(at, note, start)) return false;
    const length = note.lengthOf('location', at);
    if (length > 0 && at + length <= start && start - at - length <= 2) return true;
  }
  return false;
}

/** "salmon pink", "blue fish letterbox". */
function isColoured({ start, end }: Mention, note: ReadWords): boolean {
  if (inClause(end, note, start) && note.lengthOf('colour', end) > 0) return true;
  const isAfterColour = inClause(start - 1, note, start) && note.lengthOf('colour', start - 1) > 0;
  if (!isAfterColour) return false;
  const { from, to } = note.clauseAt(note.words[start]?.clause ?? 0);
  return hasSignal('object', from, to, note);
}
