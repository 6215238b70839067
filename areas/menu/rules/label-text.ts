/** Words of a label that must stand out: allergens in ingredients, and food requests in instructions. */
import { type Allergen, ALLERGENS, allergenPattern } from '#areas/needs/rules/allergens.ts';
import { isOneCharacterWord } from '#areas/needs/rules/food-notes/note-text.ts';

export type TextSpan = { text: string; bold: boolean };

/**
 * The ingredients with allergen names in bold: the declared ones, or every one the list names if none have been
 * declared. Food Standards Code 1.2.3.
 */
export function boldAllergens(
  ingredients: string,
  allergens: readonly Allergen[] | null,
): TextSpan[] {
  const named = allergens ?? ALLERGENS;
  return boldMatches(ingredients, named.map(allergenPattern));
}

/** `words` in lower case, as found by foodRequestTerms. */
export function boldWords(text: string, words: readonly string[]): TextSpan[] {
  return boldMatches(text, words.map(wordPattern));
}

/** A word as it was typed, with its apostrophe or slash; Chinese and Thai put no spaces around theirs. */
function wordPattern(word: string): string {
  const typed = [...word].join("['’./]?");
  return isOneCharacterWord(word) ? typed : `(?<!\\p{L})${typed}(?!\\p{L})`;
}

function boldMatches(text: string, patterns: readonly string[]): TextSpan[] {
  if (patterns.length === 0) return plain(text);
  const parts = text.split(new RegExp(`(${patterns.join('|')})`, 'giu'));
  return parts.flatMap((part, index) =>
    part === '' ? [] : [{ text: part, bold: index % 2 === 1 }],
  );
}

function plain(text: string): TextSpan[] {
  return text === '' ? [] : [{ text, bold: false }];
}
