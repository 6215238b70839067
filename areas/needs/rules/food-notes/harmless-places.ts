/** Where the name of a food is a street, a pet, a surname or the colour of a door. */
import type { Mention, ReadWords } from './read-words.ts';
import type { Signal } from './phrase-index.ts';

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
export function isWished(start: number, { words, mentionAt, lengthOf }: ReadWords): boolean {
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
