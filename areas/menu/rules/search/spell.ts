/** A word of the menu or of our rule for one that is neither, and only where it is nearly the same. Ours. */
import { editDistance } from '#platform/rules/edit-distance.ts';
import { editsAllowed } from '#platform/rules/search-key.ts';
import { allergensAsked } from '#areas/needs/rules/gate/asked-allergens.ts';
import { FILLERS, joined, knownMeanings, NEVER_BENT, singularWord } from './search-words.ts';

/** Of words that are needs: a misspelled need must be heard. */
const NEEDS =
  'gluten,wheat,coeliac,celiac,dairy,milk,lactose,cheese,nut,peanut,almond,cashew,soy,sesame,seafood,shellfish,fish,egg,allergy,allergic,intolerant,without,free,protein,under'.split(
    ',',
  );

/** The word itself where it is known, starts one that is, or nothing is near. */
export function respell(word: string, vocabulary: ReadonlySet<string>): string {
  const single = singularWord(word);
  if (
    editsAllowed(single) === 0 ||
    !/^\p{L}+$/u.test(word) ||
    NEVER_BENT.has(single) ||
    FILLERS.has(word)
  )
    return word;
  const known = [...vocabulary, ...NEEDS, ...knownMeanings().keys()];
  const isKnown =
    allergensAsked(word).length > 0 ||
    knownMeanings().has(joined([word])) ||
    known.some((other) => other.startsWith(single)) ||
    NEEDS.some((need) => (word.startsWith('no') ? word.slice(2) === need : word === `${need}free`));
  if (isKnown) return word;
  let [nearest, fewest] = [word, Infinity];
  for (const other of known) {
    const edits = editsTo(single, singularWord(other));
    if (edits < fewest) [nearest, fewest] = [other, edits];
  }
  return nearest;
}

/** Infinity: too far. */
function editsTo(word: string, other: string): number {
  if (!isFirstAlike(word, other) || Math.abs(word.length - other.length) > 2) return Infinity;
  const limit = editsAllowed(word);
  const edits = editDistance(word, other, 2);
  if (edits <= limit) return edits;
  return edits === 2 && isLeavingOut(word, other) ? edits : Infinity;
}

function isFirstAlike(word: string, other: string): boolean {
  const isSwapped = word[0] === other[1] && word[1] === other[0];
  return word[0] === other[0] || isSwapped;
}

/** Only characters of the other are missing: "chikn". */
function isLeavingOut(word: string, other: string): boolean {
  let at = 0;
  for (const character of other) if (character === word[at]) at += 1;
  return at === word.length && other.length - word.length === 2;
}
