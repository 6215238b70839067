/** The key-value pairs a caller can attach to an object, within Stripe's limits. */
import type { FormFields } from './form-body.ts';
import { invalidParameter } from './stripe-errors.ts';

export type Metadata = { [key: string]: string };

const MAX_KEYS = 50;
const MAX_KEY_LENGTH = 40;
const MAX_VALUE_LENGTH = 500;

/** Merges the sent `metadata` into the current pairs. An empty value removes its key; `metadata=` removes all. */
export function mergeMetadata(current: Metadata, sent: FormFields[string] | undefined): Metadata {
  if (sent === undefined) return current;
  if (sent === '') return {};
  if (typeof sent === 'string') throw invalidParameter('metadata', 'Invalid object');
  const merged = new Map(Object.entries(current));
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
  requireMaxLength(param, 'keys', key, MAX_KEY_LENGTH);
  requireMaxLength(param, 'values', value, MAX_VALUE_LENGTH);
  return value;
}

function requireMaxLength(param: string, part: string, text: string, maxLength: number): void {
  const length = [...text].length;
  if (length <= maxLength) return;
  throw invalidParameter(
    param,
    `Metadata ${part} can have up to ${maxLength} characters, but you passed in one that is ${length} characters.`,
  );
}
