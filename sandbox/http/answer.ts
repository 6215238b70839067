import type { Call, FormFields } from './call.ts';
import { type StripeError, invalidParameter } from './stripe-errors.ts';
import type { ObjectTable, Store } from '../store.ts';

export type Answer = { status: number; headers: Record<string, string>; body: string };

const LOST = 0;

/** What was asked for has happened, and nobody hears of it: the connection is closed instead, however often it is asked again. */
export const lostAnswer: Answer = { status: LOST, headers: {}, body: '' };

export function isLost({ status }: Answer): boolean {
  return status === LOST;
}

export function jsonAnswer(status: number, value: object): Answer {
  return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}

/** 200 with the object, expanded as requested. Only the server may see expanded objects, so browsers get none. */
export function objectAnswer(call: Call, object: object): Answer {
  const paths = call.caller === 'server' ? readExpandPaths(call.fields) : [];
  return jsonAnswer(200, expandObject(call.store, object, paths));
}

export function errorAnswer(error: StripeError): Answer {
  return jsonAnswer(error.status, { error: error.details });
}

export function unexpectedErrorAnswer(): Answer {
  const message = 'An unexpected error occurred in the payment sandbox.';
  return jsonAnswer(500, { error: { type: 'api_error', message } });
}

/** 303 makes the browser follow with a GET. */
export function redirectAnswer(location: string): Answer {
  return { status: 303, headers: { Location: location }, body: '' };
}

// Stripe's `expand[]`: replaces an id with its object, along a path such as `latest_charge.payment_intent`.

/** Expandable fields, with the table of the objects they refer to. */
const TABLES = new Map<string, ObjectTable>([
  ['charge', 'charges'],
  ['latest_charge', 'charges'],
  ['payment_intent', 'payment_intents'],
  ['payment_method', 'payment_methods'],
]);
const MAX_DEPTH = 4;

/** The requested paths, split at the dots. expandObject rejects paths that do not exist. */
export function readExpandPaths(fields: FormFields): string[][] {
  const sent = fields['expand'];
  if (sent === undefined) return [];
  const paths =
    typeof sent === 'string' ? [] : Object.values(sent).filter((path) => typeof path === 'string');
  if (paths.length === 0) throw invalidParameter('expand', 'Invalid array');
  return paths.map((path) => {
    const names = path.split('.');
    if (names.length > MAX_DEPTH) {
      throw invalidParameter(
        'expand',
        `You cannot expand more than ${MAX_DEPTH} levels of a property.`,
      );
    }
    return names;
  });
}

export function expandObject(store: Store, object: object, paths: readonly string[][]): object {
  return paths.reduce((expanded, path) => expandPath(store, expanded, path), object);
}

function expandPath(store: Store, object: object, path: readonly string[]): object {
  const [field, ...rest] = path;
  if (field === undefined) return object;
  const fields = new Map<string, unknown>(Object.entries(object));
  const table = TABLES.get(field);
  const value = fields.get(field);
  if (!table || value === undefined) {
    throw invalidParameter('expand', `This property cannot be expanded (${path.join('.')}).`);
  }
  if (value === null) return object;
  const target = typeof value === 'string' ? store.findObject(table, value) : value;
  if (typeof target !== 'object' || target === null) return object;
  return { ...object, [field]: expandPath(store, target, rest) };
}
