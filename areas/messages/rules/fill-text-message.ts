import type { MessageField } from '#areas/messages/rules/delivery-messages.ts';
import { type FieldValues, fieldNamesIn, fillText } from '#areas/messages/rules/fill-text.ts';
import { gsmLength, SEGMENT_LENGTH, toGsmText } from '#areas/messages/rules/gsm-text.ts';

/** Shortened in this sequence, each only as far as needed. Never the link, and no time, day or amount. */
const SHORTENED: readonly MessageField[] = [
  'meal',
  'swap',
  'fallback',
  'place',
  'reason',
  'cause',
  'options',
  'person',
  'first',
];
/** What stays of a shortened value, the full stop of its abbreviation included. */
const SHORTEST = 4;

export type FilledText = {
  text: string;
  /** In characters of the GSM alphabet. */
  length: number;
  /** One text; a longer one would be sent and paid as several. */
  fits: boolean;
};

/** A text message with its values, in the GSM alphabet, shortened until it fits one text. Throws MissingField. */
export function fillTextMessage(template: string, given: FieldValues): FilledText {
  const plain = toGsmText(template);
  const values = plainValues(given);
  const used = new Set(fieldNamesIn(plain));
  let filled = measure(plain, values);
  for (const field of SHORTENED.filter((each) => used.has(each))) {
    if (filled.fits) break;
    const times = plain.split(`{${field}}`).length - 1;
    const excess = Math.ceil((filled.length - SEGMENT_LENGTH) / times);
    values[field] = shorten(values[field] ?? '', excess);
    filled = measure(plain, values);
  }
  return filled;
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

/** Shorter by this many characters of the GSM alphabet, but not below what can still be recognised. */
function shorten(value: string, excess: number): string {
  const most = Math.max(SHORTEST, gsmLength(value) - excess);
  if (gsmLength(value) <= most) return value;
  const characters = Array.from(value);
  while (characters.length > 0 && gsmLength(characters.join('').trimEnd()) > most - 1) {
    characters.pop();
  }
  return `${characters.join('').trimEnd()}.`;
}
