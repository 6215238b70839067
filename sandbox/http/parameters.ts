/** Reads typed parameters from a form and rejects all others with Stripe's codes and messages. */
import type { FormFields } from './call.ts';
import { invalidParameter, type StripeError } from './stripe-errors.ts';

/** One level of a form, with its names already checked; `parent` is empty at the top level. */
export type Parameters = { fields: FormFields; parent: string };

export type IntegerRange = { min?: number; max?: number };

const MAX_TEXT_LENGTH = 5000;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The readers below return undefined for a missing parameter and throw a 400 StripeError for an invalid one. */
export function readParameters(
  fields: FormFields,
  known: readonly string[],
  parent = '',
): Parameters {
  const parameters = { fields, parent };
  const unknown = Object.keys(fields).filter((name) => !known.includes(name));
  rejectUnknown(unknown.map((name) => fullName(parameters, name)));
  return parameters;
}

export function readText(
  parameters: Parameters,
  name: string,
  maxLength = MAX_TEXT_LENGTH,
): string | undefined {
  const value = parameters.fields[name];
  const param = fullName(parameters, name);
  if (typeof value === 'object') throw invalidParameter(param, `Invalid string: ${param}`);
  if (value === '') throw cannotBeUnset(param);
  if (value !== undefined && [...value].length > maxLength) {
    throw invalidParameter(param, `${param} must be at most ${maxLength} characters`);
  }
  return value;
}

/** An empty value unsets the parameter: null. */
export function readTextOrUnset(parameters: Parameters, name: string): string | null | undefined {
  return isEmptyParameter(parameters, name) ? null : readText(parameters, name);
}

export function readEmailOrUnset(parameters: Parameters, name: string): string | null | undefined {
  const value = readTextOrUnset(parameters, name);
  if (value && !EMAIL.test(value)) {
    const message = `Invalid email address: ${value}`;
    throw invalidParameter(fullName(parameters, name), message, 'email_invalid');
  }
  return value;
}

export function readInteger(
  parameters: Parameters,
  name: string,
  { min, max }: IntegerRange = {},
): number | undefined {
  const value = readText(parameters, name);
  if (value === undefined) return undefined;
  const invalid = (message: string) =>
    invalidParameter(fullName(parameters, name), message, 'parameter_invalid_integer');
  const number = Number(value);
  if (!/^-?\d+$/.test(value) || !Number.isSafeInteger(number)) {
    throw invalid(`Invalid integer: ${value}`);
  }
  if (min !== undefined && number < min) {
    throw invalid(`This value must be greater than or equal to ${min}.`);
  }
  if (max !== undefined && number > max) {
    throw invalid(`This value must be less than or equal to ${max}.`);
  }
  return number;
}

export function readBoolean(parameters: Parameters, name: string): boolean | undefined {
  const value = readText(parameters, name);
  if (value !== undefined && value !== 'true' && value !== 'false') {
    throw invalidParameter(fullName(parameters, name), `Invalid boolean: ${value}`);
  }
  return value === undefined ? undefined : value === 'true';
}

export function readChoice<Choice extends string>(
  parameters: Parameters,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = readText(parameters, name);
  const chosen = choices.find((choice) => choice === value);
  if (value !== undefined && chosen === undefined) {
    const param = fullName(parameters, name);
    throw invalidParameter(param, `Invalid ${param}: must be one of ${choices.join(', ')}`);
  }
  return chosen;
}

export function readList(parameters: Parameters, name: string): string[] | undefined {
  const value = parameters.fields[name];
  if (value === undefined) return undefined;
  const items = typeof value === 'string' ? [] : Object.values(value);
  if (items.length === 0 || !items.every((item) => typeof item === 'string')) {
    throw invalidParameter(fullName(parameters, name), 'Invalid array');
  }
  return items;
}

export function readGroup(
  parameters: Parameters,
  name: string,
  known: readonly string[],
): Parameters | undefined {
  const value = parameters.fields[name];
  if (value === undefined) return undefined;
  const param = fullName(parameters, name);
  if (typeof value === 'string') throw invalidParameter(param, 'Invalid object');
  return readParameters(value, known, param);
}

/** Whether the parameter was sent with an empty value, which means unset. */
export function isEmptyParameter(parameters: Parameters, name: string): boolean {
  return parameters.fields[name] === '';
}

/** Wraps a reader: `required(parameters, 'amount', readInteger(parameters, 'amount'))`. */
export function required<Value>(
  parameters: Parameters,
  name: string,
  value: Value | undefined,
): Value {
  if (value !== undefined) return value;
  const param = fullName(parameters, name);
  throw invalidParameter(param, `Missing required param: ${param}.`, 'parameter_missing');
}

function fullName({ parent }: Parameters, name: string): string {
  return parent === '' ? name : `${parent}[${name}]`;
}

function rejectUnknown(unknown: readonly string[]): void {
  const [first] = unknown;
  if (first === undefined) return;
  const noun = unknown.length === 1 ? 'parameter' : 'parameters';
  const message = `Received unknown ${noun}: ${unknown.join(', ')}`;
  throw invalidParameter(first, message, 'parameter_unknown');
}

function cannotBeUnset(name: string): StripeError {
  const message =
    `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; ` +
    `however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`;
  return invalidParameter(name, message, 'parameter_invalid_empty');
}

type Metadata = { [key: string]: string };

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
