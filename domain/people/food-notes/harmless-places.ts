/** Where the name of a food is a street, a pet, a surname or the colour of a door. */
import type { Mention, ReadWords } from './read-words.ts';
import type { Signal } from './phrase-index.ts';

const CONNECTORS = new Set(['and', 'or', 'n', 'the', 'a', 'old', 'big', 'little', 'new', 'end', 's']);
const SEPARATE_LISTS = new Set(['no', 'without', 'sin', 'san', 'ohne', 'nothing', 'zero']);

export function isHarmless(mention: Mention, note: ReadWords, hasAllergyWord: boolean): boolean {
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
export function isWished(start: number, { words, mentions, lengthOf }: ReadWords): boolean {
  for (let at = start - 1; at >= 0 && at >= start - 8; at -= 1) {
    const word = words[at];
    if (!word || word.clause !== words[start]?.clause) return false;
    if (SEPARATE_LISTS.has(word.key)) return lengthOf('denialStart', at) > 0 || lengthOf('wish', at) > 0;
    const isFood = mentions.some((mention) => mention.start <= at && at < mention.end && mention.kind !== 'harmless');
    if (!isFood && !CONNECTORS.has(word.key) && !['any', 'more', 'raw'].includes(word.key)) return false;
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
  for (let length = 1; length <= 4; length += 1) {
    const at = start - length;
    if (!inClause(at, note, start)) return false;
    const title = note.lengthOf('title', at);
    if (title > 0 && title >= length - 1) return title === length || CONNECTORS.has(note.words[start - 1]?.key ?? '') || note.words[start - 1]?.key === 'is';
  }
  return false;
}

function isPet({ start, end }: Mention, note: ReadWords): boolean {
  const { words, lengthOf } = note;
  const food = words[end - 1];
  const isSingular = food !== undefined && !/(?:nuts|eggs|prawns|[^s]ies)$/u.test(food.text);
  const hasPet = (isNear: boolean) =>
    words.some((word, at) => lengthOf('pet', at) > 0 && (!isNear || word.clause === words[start]?.clause));
  const clause = words.flatMap((word, at) => (word.clause === words[start]?.clause ? [at] : []));
  const hasWish = clause.some((at) => lengthOf('wish', at) > 0 && words[at]?.key !== 'not');
  return isSingular && !hasWish && (hasPet(true) || (hasPet(false) && clause.length > end - start));
}

function isBeforePlace({ start, end, kind }: Mention, note: ReadWords): boolean {
  for (let at = end; at < end + 3; at += 1) {
    if (!inClause(at, note, start)) return false;
    if (note.lengthOf('place', at) > 0) return true;
    if (kind !== 'diet' && kind !== 'care' && note.lengthOf('object', at) > 0) return true;
    const isColour = note.lengthOf('colour', at) > 0;
    const isFood = note.mentions.some((mention) => mention.start <= at && at < mention.end);
    if (!isColour && !isFood && !CONNECTORS.has(note.words[at]?.key ?? '')) return false;
  }
  return false;
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
  return isAfterColour && note.words.some((_, at) => inClause(at, note, start) && note.lengthOf('object', at) > 0);
}
