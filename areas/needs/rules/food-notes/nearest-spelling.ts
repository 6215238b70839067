/** The word that a misspelled one was meant to be: one wrong character from six, two from nine. */
import { editDistance } from '#platform/rules/edit-distance.ts';
import { phraseIndex } from './phrase-index.ts';
import { PROTECTED_WORDS } from './protected-words.ts';

export function nearestSpelling(key: string): string | null {
  if (!/^[a-z]{5,24}$/.test(key) || PROTECTED_WORDS.has(key)) return null;
  const { correctable } = phraseIndex();
  const starts = [key.charAt(0), key.charAt(1)];
  const characters = charactersOf(key);
  let best: string | null = null;
  let fewest = 3;
  for (const start of starts) {
    for (const word of correctable.get(start) ?? []) {
      if (start !== key.charAt(0) && word.charAt(1) !== key.charAt(0)) continue;
      const limit = Math.min(word.length >= 9 ? 2 : 1, fewest - 1);
      if (Math.abs(word.length - key.length) > limit) continue;
      if (hasOtherCharacters(characters, charactersOf(word), limit)) continue;
      const wrong = editDistance(key, word, limit);
      if (wrong <= limit) {
        best = word;
        fewest = wrong;
      }
    }
  }
  return best;
}

/** Which of a to z a word has, as bits: enough to pass over most words quickly. */
function charactersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) - 97);
  return bits;
}

/** Each edit changes at most two of the bits. */
function hasOtherCharacters(a: number, b: number, edits: number): boolean {
  let different = a ^ b;
  let count = 0;
  for (; different !== 0; different &= different - 1) count += 1;
  return count > 2 * edits;
}
