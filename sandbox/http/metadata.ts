/** The key-value pairs a caller may attach to an object, within Stripe's limits. */
import type { FormFields } from './form-body.ts';
import { invalidParameter } from './stripe-errors.ts';

export type Metadata = { [key: string]: string };

const MAX_KEYS = 50;
const LONGEST_KEY = 40;
const LONGEST_VALUE = 500;

/** What the sent `metadata` makes of the present one: pairs are merged, an empty value removes its key, `metadata=` clears. */
export function mergeMetadata(present: Metadata, sent: FormFields[string] | undefined): Metadata {
  if (sent === undefined) return present;
  if (sent === '') return {};
  if (typeof sent === 'string') throw invalidParameter('metadata', 'Invalid object');
  const merged = new Map(Object.entries(present));
  for (const [key, value] of Object.entries(sent)) merged.set(key, checkedValue(key, value));
  for (const [key, value] of merged) if (value === '') merged.delete(key);
  if (merged.size > MAX_KEYS) {
    throw invalidParameter(
      'metadata',
      `Metadata can have up to ${MAX_KEYS} keys, but you passed in ${merged.size}.`,
    );
  }
  return Object.fromEntries(merged);
}

function checkedValue(key: string, value: FormFields[string]): string {
  const param = `metadata[${key}]`;
  if (typeof value === 'object') throw invalidParameter(param, `Invalid string: ${param}`);
  refuseLonger(param, 'keys', key, LONGEST_KEY);
  refuseLonger(param, 'values', value, LONGEST_VALUE);
  return value;
}

function refuseLonger(param: string, what: string, text: string, longest: number): void {
  const length = [...text].length;
  if (length <= longest) return;
  throw invalidParameter(
    param,
    `Metadata ${what} can have up to ${longest} characters, but you passed in one that is ${length} characters.`,
  );
}
