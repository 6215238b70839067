import type { MessageField } from '#areas/messages/rules/delivery-messages.ts';
import { type FieldValues, fillText } from '#areas/messages/rules/fill-text.ts';
import { gsmLength, SEGMENT_LENGTH, toGsmText } from '#areas/messages/rules/gsm-text.ts';

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
