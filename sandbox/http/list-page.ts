/** Stripe's lists: newest first, one page at a time, with an object's id as the cursor. */
import type { SQLInputValue } from 'node:sqlite';
import type { ObjectTable } from '../store.ts';
import { type Answer, jsonAnswer, expandObject, readExpandPaths } from './answer.ts';
import type { Call } from './call.ts';
import { type Parameters, readGroup, readInteger, readParameters, readText } from './parameters.ts';
import { invalidParameter, noSuchObject } from './stripe-errors.ts';

export const LIST_PARAMETERS = ['created', 'ending_before', 'expand', 'limit', 'starting_after'];

export type ListCondition = { sql: string; value: SQLInputValue };

export type ListSource = {
  table: ObjectTable;
  /** The object's name in "No such …". */
  object: string;
  conditions?: readonly ListCondition[];
  /** Adds the fields that are not stored. */
  complete?: (stored: object) => object;
};

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
const CREATED_COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** Lists objects that belong to a charge, optionally filtered by charge or payment intent. */
export function listByCharge(call: Call, source: Omit<ListSource, 'conditions'>): Answer {
  const parameters = readParameters(call.fields, [...LIST_PARAMETERS, 'charge', 'payment_intent']);
  const conditions = ['charge', 'payment_intent'].flatMap((name) => {
    const value = readText(parameters, name);
    return value === undefined ? [] : [{ sql: `${name} = ?`, value }];
  });
  return listAnswer(call, parameters, { ...source, conditions });
}

export function listAnswer(call: Call, parameters: Parameters, source: ListSource): Answer {
  const limit = readInteger(parameters, 'limit', { min: 1, max: MAX_LIMIT }) ?? DEFAULT_LIMIT;
  const cursor = readCursor(call, parameters, source);
  const conditions = [
    ...(source.conditions ?? []),
    ...readCreated(call, parameters),
    ...cursor.conditions,
  ];

  const where = conditions.map(({ sql }) => sql).join(' AND ') || 'TRUE';
  const rows = call.store.database
    .prepare(`SELECT body FROM ${source.table} WHERE ${where} ORDER BY seq ${cursor.order} LIMIT ?`)
    .all(...conditions.map(({ value }) => value), limit + 1);
  const stored = rows.slice(0, limit).map((row) => JSON.parse(String(row['body'])) as object);
  if (cursor.order === 'ASC') stored.reverse();

  const paths = readExpandPaths(call.fields).map((path) => withoutDataPrefix(path));
  const data = stored.map((object) =>
    expandObject(call.store, source.complete?.(object) ?? object, paths),
  );
  return jsonAnswer(200, {
    object: 'list',
    url: `/v1/${source.table}`,
    has_more: rows.length > limit,
    data,
  });
}

function readCursor(call: Call, parameters: Parameters, source: ListSource) {
  const after = readText(parameters, 'starting_after');
  const before = readText(parameters, 'ending_before');
  if (after !== undefined && before !== undefined) {
    const message = 'You may only specify one of these parameters: ending_before, starting_after.';
    throw invalidParameter('ending_before', message, 'parameters_exclusive');
  }
  const conditions: ListCondition[] = [];
  if (after !== undefined)
    conditions.push({ sql: 'seq < ?', value: seqOf(call, source, after, 'starting_after') });
  if (before !== undefined)
    conditions.push({ sql: 'seq > ?', value: seqOf(call, source, before, 'ending_before') });
  return { conditions, order: before === undefined ? ('DESC' as const) : ('ASC' as const) };
}

function seqOf(call: Call, source: ListSource, id: string, param: string): number {
  const row = call.store.database.prepare(`SELECT seq FROM ${source.table} WHERE id = ?`).get(id);
  if (!row) throw noSuchObject(source.object, id, param);
  return Number(row['seq']);
}

function readCreated(call: Call, parameters: Parameters): ListCondition[] {
  if (typeof call.fields['created'] === 'string') {
    return [{ sql: 'created = ?', value: readInteger(parameters, 'created') ?? 0 }];
  }
  const range = readGroup(parameters, 'created', Object.keys(CREATED_COMPARISONS));
  return Object.entries(CREATED_COMPARISONS).flatMap(([name, comparison]) => {
    const value = range && readInteger(range, name);
    return value === undefined ? [] : [{ sql: `created ${comparison} ?`, value }];
  });
}

/** In a list, every path starts with `data`. */
function withoutDataPrefix(path: readonly string[]): string[] {
  const [first, ...rest] = path;
  if (first !== 'data')
    throw invalidParameter('expand', `This property cannot be expanded (${path.join('.')}).`);
  return rest;
}
