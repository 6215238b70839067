import type { MessageField } from '#areas/messages/rules/delivery-messages.ts';
import { fillText } from '#platform/rules/fill-fields.ts';

export type FieldValues = Partial<Record<MessageField, string>>;

/** The meals of a text, which may go by fewer words: in this sequence, each only as far as needed. Nothing else may. */
const MEALS = ['meal', 'swap', 'fallback'] as const satisfies readonly MessageField[];
const ANY_MEAL = 'a meal';
const LEAST_WORDS = 2;
const TWO_SEGMENTS = 306;
/** Left at an end they would promise another word. */
const JOINING = /^(?:and|&|with|in|on|of|for|the|a|or)$/i;

/** What a template may go without: a sentence in square brackets, with the space behind it. */
const OPTIONAL = /\[([^[\]]*)\]/g;

export type FilledText = {
  text: string;
  /** In characters of the GSM alphabet. */
  length: number;
  /** One text; a longer one is sent and paid as two. */
  fits: boolean;
};

/**
 * A text message with its values, in the GSM alphabet. No word is ever cut: one that gets longer than a text names meals by
 * fewer words, then leaves out the sentences in square brackets, then takes two texts, and then names no meal. Throws
 * MissingField.
 */
export function fillTextMessage(template: string, given: FieldValues): FilledText {
  const plain = toGsmText(template);
  const values = plainValues(given);
  const whole = plain.replaceAll(OPTIONAL, '$1');
  const used = MEALS.filter((field) => whole.includes(`{${field}}`));
  let filled = measure(whole, values);
  for (const field of used) {
    for (const shorter of fewerWords(values[field] ?? '')) {
      if (filled.fits) return filled;
      values[field] = shorter;
      filled = measure(whole, values);
    }
  }
  if (filled.fits) return filled;
  const short = withoutOptional(plain);
  const left = measure(short, values);
  if (left.length <= TWO_SEGMENTS) return left;
  return measure(short, {
    ...values,
    ...Object.fromEntries(used.map((field) => [field, ANY_MEAL])),
  });
}

export function withoutOptional(template: string): string {
  return template.replaceAll(OPTIONAL, '');
}

function plainValues(given: FieldValues): FieldValues {
  const plain = Object.entries(given).map(([field, value]) => [field, toGsmText(value)]);
  return Object.fromEntries(plain) as FieldValues;
}

function measure(template: string, values: FieldValues): FilledText {
  const text = fillText(template, values).replaceAll(/ {2,}/g, ' ').trim();
  const length = gsmLength(text);
  return { text, length, fits: length <= SEGMENT_LENGTH };
}

/** "Slow Lamb with Rosemary Potatoes": "Slow Lamb", never "Slow Lamb with Rosemary". A list of several meals has no shorter name. */
function fewerWords(name: string): string[] {
  if (/, | or | and /.test(name)) return [];
  const [dish = name] = name.split(' with ');
  const words = dish.split(' ');
  return words
    .map((_, index) => words.slice(0, words.length - index))
    .filter((some) => some.length < name.split(' ').length)
    .filter((some) => some.length >= LEAST_WORDS && !JOINING.test(some.at(-1) ?? ''))
    .map((some) => some.join(' ').replace(/[,;:]$/, ''));
}

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
