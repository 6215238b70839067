/** A note's words with what each means beside the others. */
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import type { Diet } from '#areas/needs/rules/food-needs.ts';
import { type NoteWord, wordKey } from '#areas/needs/rules/food-notes/note-text.ts';
import {
  FOOD_KINDS,
  type FoodKind,
  type Phrase,
  phraseIndex,
  type Signal,
} from '#areas/needs/rules/food-notes/phrase-index.ts';
import { editDistance } from '#platform/rules/edit-distance.ts';

/** A food, diet or illness that the note names. */
export type Mention = {
  start: number;
  /** The first word after it. */
  end: number;
  kind: FoodKind;
  allergens: ReadonlySet<Allergen>;
  diets: ReadonlySet<Diet>;
};

export type ReadWords = {
  words: readonly NoteWord[];
  mentions: readonly Mention[];
  /** How many words the signal that starts here has; 0 for none. */
  lengthOf: (signal: Signal, at: number) => number;
  /** No phrase that we know starts here. */
  isPlain: (at: number) => boolean;
  /** The mention that this word is part of. */
  mentionAt: (at: number) => Mention | undefined;
  /** The first word of a clause and the first after it. */
  clauseAt: (clause: number) => { from: number; to: number };
};

/** `isName` says which words are part of a name: they are never read as food. */
export function readWords(
  written: readonly NoteWord[],
  isName: (at: number) => boolean,
): ReadWords {
  const words = written.map((word, at) => (isName(at) ? word : asMeant(word)));
  const text = ` ${words.map(({ key }) => key).join(' ')} `;
  const found = words.map((_, at) => (isName(at) ? [] : phrasesAt(words, at, text, isName)));
  const mentions: Mention[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const mention = longestMention(found[at] ?? [], at);
    if (!mention) continue;
    mentions.push(mention);
    if (mention.kind === 'harmless') found.fill([], at, mention.end);
    at = mention.end - 1;
  }
  return { words, mentions, ...lookUps(words, mentions, found.map(signalsOf)) };
}

function lookUps(
  words: readonly NoteWord[],
  mentions: readonly Mention[],
  signals: readonly ReadonlyMap<string, number>[],
): Pick<ReadWords, 'lengthOf' | 'isPlain' | 'mentionAt' | 'clauseAt'> {
  const byWord = new Map<number, Mention>();
  for (const mention of mentions) {
    for (let at = mention.start; at < mention.end; at += 1) byWord.set(at, mention);
  }
  const clauses = new Map<number, { from: number; to: number }>();
  for (const [at, { clause }] of words.entries()) {
    clauses.set(clause, { from: clauses.get(clause)?.from ?? at, to: at + 1 });
  }
  return {
    lengthOf: (signal, at) => signals[at]?.get(signal) ?? 0,
    isPlain: (at) => signals[at]?.size === 0,
    mentionAt: (at) => byWord.get(at),
    clauseAt: (clause) => clauses.get(clause) ?? { from: 0, to: 0 },
  };
}

/** The longest phrase of each kind. */
function signalsOf(found: readonly FoundPhrase[]): Map<string, number> {
  const lengths = new Map<string, number>();
  for (const { phrase, length } of found) {
    for (const kind of phrase.kinds) lengths.set(kind, Math.max(length, lengths.get(kind) ?? 0));
  }
  return lengths;
}

type FoundPhrase = { phrase: Phrase; length: number };

function phrasesAt(
  words: readonly NoteWord[],
  at: number,
  text: string,
  isName: (at: number) => boolean,
): FoundPhrase[] {
  const { phrases, longest } = phraseIndex();
  const found: FoundPhrase[] = [];
  const sentence = words[at]?.sentence;
  let key = '';
  for (let length = 1; length <= longest; length += 1) {
    const word = words[at + length - 1];
    if (!word || word.sentence !== sentence || isName(at + length - 1)) break;
    key = length === 1 ? word.key : `${key} ${word.key}`;
    const phrase = phrases.get(key);
    if (phrase && hasMarker(phrase, text)) found.push({ phrase, length });
  }
  const start = words[at];
  if (!start) return found;
  found.push(...beginningsOf(start.key).map((phrase) => ({ phrase, length: 1 })));
  return found;
}

/** A misspelled word with the key of the right one. */
function asMeant(word: NoteWord): NoteWord {
  if (UNRELATED_WORDS.has(word.text)) return { ...word, key: `${word.text}.` };
  if (isKnown(word.key)) return word;
  return { ...word, key: arabicStem(word.key) ?? nearestSpelling(word.key) ?? word.key };
}

function isKnown(key: string): boolean {
  return phraseIndex().phrases.has(key) || beginningsOf(key).length > 0;
}

function hasMarker({ markers }: Phrase, text: string): boolean {
  return markers === null || markers.some((marker) => text.includes(` ${marker} `));
}

/** "арахиса" begins with "арахис". */
function beginningsOf(key: string): Phrase[] {
  const candidates = phraseIndex().beginnings.get(key.slice(0, 3));
  if (!candidates) return [];
  return candidates.flatMap(([beginning, phrase]) => (key.startsWith(beginning) ? [phrase] : []));
}

/** Arabic writes "and", "with", "from the" onto the word. */
function arabicStem(key: string): string | null {
  const stem = /^(?:و|ف|ب|ل|من)?(?:ال|لل)?(\p{Script=Arabic}{3,})$/u.exec(key)?.[1];
  return stem !== undefined && phraseIndex().phrases.has(stem) ? stem : null;
}

function longestMention(found: readonly FoundPhrase[], start: number): Mention | null {
  let best: FoundPhrase | null = null;
  for (const each of found) {
    const isFood = FOOD_KINDS.some((kind) => each.phrase.kinds.has(kind));
    if (isFood && each.length > (best?.length ?? 0)) best = each;
  }
  if (!best) return null;
  const { kinds, allergens, diets } = best.phrase;
  const kind = FOOD_KINDS.find((each) => kinds.has(each)) ?? 'food';
  return {
    start,
    end: start + best.length,
    kind: kinds.has('harmless') ? 'harmless' : kind,
    allergens,
    diets,
  };
}

const ENDINGS =
  /^(\p{L}{2,})(fre+|frei|fri|vrij|alergy|alergic|alergie|alergiker|intolerant|intolerance|intoleranz|unvertraglichkeit|unvertraeglichkeit|alergi|alerji|siz|suz)$/u;
const BEGINNINGS = /^(no|non)(\p{L}{2,})$/u;

/** "eggfree" -> "egg free", "nonuts" -> "no nuts"; "Wheatley" stays. */
export function splitWords(words: readonly NoteWord[]): NoteWord[] {
  return words.flatMap((word) => {
    const [, start = '', ending = ''] = ENDINGS.exec(word.key) ?? [];
    const food =
      knownFood(start) ??
      knownFood(start + start.slice(-1)) ??
      knownFood(start.replace(/[sn]$/u, ''));
    if (food !== null)
      return [
        { ...word, key: food },
        { ...word, key: /^fre+$/u.test(ending) ? 'free' : ending },
      ];
    const [, no = '', rest = ''] = BEGINNINGS.exec(word.key) ?? [];
    const wished = isKnown(word.key) ? null : (knownFood(rest) ?? knownFood(rest + rest.slice(-1)));
    if (wished !== null)
      return [
        { ...word, key: no },
        { ...word, key: wished },
      ];
    return [word];
  });
}

function knownFood(key: string): string | null {
  if (key.length < 2) return null;
  const phrases = [phraseIndex().phrases.get(key), ...beginningsOf(key)];
  const isFood = phrases.some(
    (phrase) =>
      phrase && (['allergen', 'diet', 'meat'] as const).some((kind) => phrase.kinds.has(kind)),
  );
  return isFood ? key : null;
}

/** What a word can be by itself; words of other languages that need company do not count. */
export function kindsOf(key: string): ReadonlySet<FoodKind | Signal> {
  const alone = phraseIndex().phrases.get(key);
  const phrases = [...(alone && alone.markers === null ? [alone] : []), ...beginningsOf(key)];
  return new Set(phrases.flatMap(({ kinds }) => [...kinds]));
}

/** Names and everyday words that are near one of ours; nobody means the food by them. */
const PROTECTED_WORDS: ReadonlySet<string> = new Set(
  'allegory allegra allegro almondo amanda anergy bailey bailie barney bartley better bitter bugs burley butler butterick cameron casbin cashed cashel cashier cassin cathew cedar celia celica colic cosher elegy energy finish finished finishes foyster hadlock hassan howard hoyster koster lacrosse macadam macron mandela manuel marion marlon oyler pavlov peanutty prefer preference prefers presentative preservation royster salam salman salmond salome saloon scalp seaford selfish silage sniper stricter tahiti tahnia tamara tempel temple trent vegetation whitelist'
    .split(' ')
    .map(wordKey),
);

/** Spelt like one of ours once doubled characters are ignored, and something else. */
const UNRELATED_WORDS: ReadonlySet<string> = new Set(
  'maroon glutton gluttons camaro butters crabbe nato poison lupine codes'.split(' '),
);

/** The word that a misspelled one was meant to be: one wrong character from six, two from nine. */
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
