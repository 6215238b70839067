import { findDenials } from './denials.ts';
import { hasSignal, isHarmless } from './note-reasons.ts';
import { readNote } from './read-food-note.ts';
import { remembered } from './note-text.ts';
import type { Mention, ReadWords } from './read-words.ts';

const FIRST_NAMES = new Set(
  'basil rosemary ginger olive pepper honey saffron dill cherry apple clementine peaches chilli mango'.split(
    ' ',
  ),
);

/**
 * The words of a note that may still mean an ingredient, in lower case: without names, denials, streets and pets. For
 * what no list of foods knows, like "no harissa".
 */
export const openWords = remembered(readOpenWords);

function readOpenWords(text: string, names: readonly string[]): readonly string[] {
  const { note, isName } = readNote(text, names);
  const denials = findDenials(note);
  const isAside = (at: number) => {
    const mention = note.mentionAt(at);
    const isElsewhere = mention && (isHarmless(mention, note, false) || isFirstName(mention, note));
    return isName(at) || denials.isDenied(at) || isElsewhere || isPlace(at, note);
  };
  return note.words.flatMap((word, at) => (isAside(at) ? [] : [word.text]));
}

/** "Cottage" of an address is not cottage cheese. */
function isPlace(at: number, { mentionAt, lengthOf }: ReadWords): boolean {
  return !mentionAt(at) && (lengthOf('place', at) > 0 || lengthOf('street', at) > 0);
}

/** "Rosemary is home after 4": nobody asks for less of her. */
function isFirstName({ start }: Mention, note: ReadWords): boolean {
  const word = note.words[start];
  if (!word || !FIRST_NAMES.has(word.text)) return false;
  const { from, to } = note.clauseAt(word.clause);
  return !hasSignal('wish', from, to, note) && !hasSignal('allergy', from, to, note);
}
