/**
 * Text messages hold 160 characters of the GSM 7-bit alphabet. A single character outside it, such as a curly quote,
 * makes all of the message cost more than twice as much.
 */

/** Characters that one text holds. */
export const SEGMENT_LENGTH = 160;

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Sent as two characters each. */
const EXTENDED = new Set('^{}\\[~]|€');

const REPLACEMENTS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '′': "'",
  '`': "'",
  '´': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '•': '-',
  '×': 'x',
  '½': '1/2',
  '°': ' degrees',
  '\t': ' ',

  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  œ: 'oe',
  Œ: 'OE',
  ð: 'd',
  þ: 'th',
};

/** Pictures and what joins or colours them: they are left out. */
const PICTURES =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Cf}\u20E3\uFE0E\uFE0F]/gu;
const MARKS = /\p{M}+/gu;

/** The same text in the GSM alphabet: accents it lacks are dropped, pictures left out, anything else becomes "?". */
export function toGsmText(text: string): string {
  const composed = text.normalize('NFC').replaceAll(PICTURES, '');
  return Array.from(composed, toGsmCharacters).join('').replaceAll(/ {2,}/g, ' ').trim();
}

function toGsmCharacters(character: string): string {
  if (isGsm(character)) return character;
  const replacement = REPLACEMENTS[character];
  if (replacement !== undefined) return replacement;
  if (/\s/u.test(character)) return ' ';
  if (/^[\p{M}\p{C}]$/u.test(character)) return '';
  const plain = character.normalize('NFKD').replaceAll(MARKS, '');
  return plain !== '' && Array.from(plain).every(isGsm) ? plain : '?';
}

function isGsm(character: string): boolean {
  return BASIC.has(character) || EXTENDED.has(character);
}

/** How many of a text's 160 characters this takes. Only for text in the GSM alphabet. */
export function gsmLength(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + (EXTENDED.has(character) ? 2 : 1), 0);
}
