import type { Store } from '../store.ts';
import { malformedRequest } from './stripe-errors.ts';

/** One authenticated request, as its route sees it. */
export type Call = {
  store: Store;
  /** `server` has the secret key; `browser` needs the intent's client secret. */
  caller: 'server' | 'browser';
  /** The object id in the path; empty if the path has none. */
  id: string;
  fields: FormFields;
  /** The raw body, for routes that take JSON. */
  bodyText: string;
  requestId: string;
  idempotencyKey: string | null;
};

// Stripe's request encoding: `shipping[address][city]=Cleveland&types[]=a&types[]=b`, in bodies and query strings alike.

/** Lists arrive as groups with the keys 0, 1, 2 …; the reader of a parameter knows which of the two to expect. */
export type FormFields = { [name: string]: string | FormFields };

export type FormPair = { path: string[]; value: string };

const MAX_PAIRS = 1000;
const MAX_DEPTH = 6;
const NAME = /^[^[\]]+(\[[^[\]]*\])*$/;

/** Throws a 400 StripeError if the text is not form-encoded. */
export function parseForm(text: string): FormPair[] {
  const parts = text.split('&').filter((part) => part !== '');
  if (parts.length > MAX_PAIRS)
    throw malformedRequest(`Too many parameters: ${parts.length}, at most ${MAX_PAIRS}.`);
  return parts.map((part) => {
    const equals = part.indexOf('=');
    const name = decode(equals === -1 ? part : part.slice(0, equals));
    const value = equals === -1 ? '' : decode(part.slice(equals + 1));
    if (!NAME.test(name)) throw malformedRequest('A parameter name in the request is malformed.');
    const path = name.replaceAll(']', '').split('[');
    if (path.length > MAX_DEPTH)
      throw malformedRequest(`The parameter ${path[0]} is nested too deeply.`);
    return { path, value };
  });
}

/** If a name is sent twice, the last value wins. */
export function formFields(pairs: readonly FormPair[]): FormFields {
  const fields = emptyFields();
  for (const { path, value } of pairs) {
    let group = fields;
    const names = [...path];
    const last = names.pop() ?? '';
    for (const name of names) group = groupIn(group, name);
    const key = last === '' ? nextIndex(group) : last;
    if (typeof group[key] === 'object') throw conflictingParameter(path);
    group[key] = value;
  }
  return fields;
}

function groupIn(fields: FormFields, name: string): FormFields {
  const key = name === '' ? nextIndex(fields) : name;
  const existing = (fields[key] ??= emptyFields());
  if (typeof existing === 'string') throw conflictingParameter([key]);
  return existing;
}

/** Without a prototype, so that a parameter called `__proto__` is an ordinary unknown parameter. */
function emptyFields(): FormFields {
  return Object.create(null) as FormFields;
}

function nextIndex(fields: FormFields): string {
  return String(Object.keys(fields).length);
}

function conflictingParameter(path: readonly string[]) {
  return malformedRequest(`The parameter ${path[0]} was sent both as a value and as a group.`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw malformedRequest('The request is not valid UTF-8 form encoding.');
  }
}

/** The version of Stripe's API that the sandbox speaks: the one the installed `stripe` package is built for. */
export const STRIPE_API_VERSION = '2026-10-28.endive';
