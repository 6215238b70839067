/** A note as words that compare equal however they were typed. */

export type NoteWord = {
  /** As typed, in lower case and without apostrophes. */
  text: string;
  /** As typed, without a possessive's ending. */
  written: string;
  /** Without accents, plural and doubled characters. */
  key: string;
  /** Counted from 0; a clause ends at a comma, bracket, dash or "but". */
  clause: number;
  /** A sentence ends at a full stop, semicolon or line break. */
  sentence: number;
};

const ONE_CHARACTER_WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\u30fc]/u;
/** Writings that put no spaces between words: each character is a word of its own. */
export function isOneCharacterWord(text: string): boolean {
  return ONE_CHARACTER_WORDS.test(text);
}

const PIECES =
  /[🥜🥛🧀🥚🍳🐟🦐🦞🦀🍤🦪🦑🐙🌾🚫❌]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\p{Script=Hangul}\p{Script=Thai}]\p{M}*|[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*|\p{N}+|[^\s\p{L}\p{M}\p{N}🥜🥛🧀🥚🍳🐟🦐🦞🦀🍤🦪🦑🐙🌾🚫❌]+|\s+/gu;
const IS_WORD = /[\p{L}\p{M}\p{N}🥜🥛🧀🥚🍳🐟🦐🦞🦀🍤🦪🦑🐙🌾🚫❌]/u;
const SENTENCE_END = /[.!?;。！？；।|•]/u;
const CLAUSE_END = /[,:()[\]{}，、（）：…~*"“”=]|--|[–—]/u;
const SPACED_CHARACTERS = /(?<![\p{L}\p{M}])(\p{L})[./](\p{L})(?![\p{L}\p{M}])/gu;
/** "L'arachide", "d'allergies". */
const ELISION = /^(?:l|d|n|j|s|c|m|qu|dell|all|un)'(?=\p{L}{2})/iu;
const CLAUSE_WORDS = new Set(
  'but however although though except excepting pero aber mais ma но 但 但是 tapi'.split(' '),
);

/** Words of a note or of a phrase in our lists. */
export function wordsOf(note: string): NoteWord[] {
  const words: NoteWord[] = [];
  let clause = 0;
  let sentence = 0;
  let before = '';
  const pieces = piecesOf(note);
  for (const [index, piece] of pieces.entries()) {
    if (IS_WORD.test(piece)) {
      const text = piece.replaceAll("'", '').toLowerCase();
      const key = wordKey(piece.replace(ELISION, '').replaceAll("'", ''));
      if (CLAUSE_WORDS.has(key)) clause += 1;
      if (key !== '')
        words.push({ text, written: piece.replace(/'s$/iu, ''), key, clause, sentence });
    } else if (endsSentence(piece)) {
      clause += 1;
      sentence += 1;
    } else if (CLAUSE_END.test(piece) || isDash(piece, before, pieces[index + 1])) clause += 1;
    before = piece;
  }
  return words;
}

/** As written, each at the number that its words have as their sentence. */
export function sentencesOf(note: string): string[] {
  const sentences = [''];
  for (const piece of piecesOf(note)) {
    if (endsSentence(piece)) sentences.push('');
    else sentences.push((sentences.pop() ?? '') + piece);
  }
  return sentences.map((sentence) => sentence.trim());
}

function piecesOf(note: string): string[] {
  return joinInitials(note).match(PIECES) ?? [];
}

function endsSentence(piece: string): boolean {
  return !IS_WORD.test(piece) && (piece.includes('\n') || SENTENCE_END.test(piece));
}

/** "nut-free" is one clause, "nuts - severe" two. */
function isDash(piece: string, before: string, after: string | undefined): boolean {
  return piece.includes('-') && (/^\s*$/u.test(before) || /^\s*$/u.test(after ?? ' '));
}

/** "G/F" -> "GF", "d.f." -> "df". */
function joinInitials(note: string): string {
  return note
    .normalize('NFC')
    .replaceAll(/[’‘`´]/gu, "'")
    .replaceAll(SPACED_CHARACTERS, '$1$2');
}

const ACCENTS = /[\u0300-\u036f]|[\u064b-\u0652]|\u0670|\u0640|[\u200b-\u200f]|\ufe0f/gu;
const LIGATURES: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ς: 'σ',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ة: 'ه',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
};

const LIGATURE = new RegExp(Object.keys(LIGATURES).join('|'), 'gu');

/** What two spellings of one word have in common. */
export function wordKey(word: string): string {
  if (ONE_CHARACTER_WORDS.test(word)) return word.normalize('NFKC').toLowerCase();
  const plain = word
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(ACCENTS, '')
    .normalize('NFC')
    .replaceAll(LIGATURE, (character) => LIGATURES[character] ?? character);
  return withoutDoubles(singular(plain));
}

/** "celliac" -> "celiac", but "egg" is not "eg". */
function withoutDoubles(word: string): string {
  const single = word.replaceAll(/(\p{L})\1+/gu, '$1');
  return single.length < 4 ? word.replaceAll(/(\p{L})\1{2,}/gu, '$1$1') : single;
}

/** Good enough for food: "eggs" -> "egg", "tomatoes" -> "tomato", "berries" -> "berry"; "asparagus" stays. */
export function singular(word: string): string {
  if (/(?:ss|us|is)$/.test(word) || word.length < 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:oes|shes|ches|xes)$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** What was made of the last texts: those of a day, and of the menu, are asked for again and again. */
const MOST_KNOWN = 2000;

/** The same reading, which nobody may change, for the same arguments: texts, numbers and lists of them. */
export function remembered<Asked extends readonly unknown[], Reading>(
  read: (...asked: Asked) => Reading,
): (...asked: Asked) => Reading {
  const known = new Map<string, Reading>();
  return (...asked) => {
    const key = JSON.stringify(asked);
    const before = known.get(key);
    if (before !== undefined) return before;
    const reading = read(...asked);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, reading);
    return reading;
  };
}
