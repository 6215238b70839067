/**
 * Statements that drizzle builds once, no matter who runs them. Its own prepared statements belong to the pool or to the one
 * transaction that made them, so on the way of an order they would be built each time, which took a fifth of the
 * processor. Seen with drizzle-orm 0.45.4: a prepared query sends to its `client`, a session's `client` is where it sends.
 */
import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '#platform/server/db/client.ts';

type Values = Record<string, unknown>;

/** Where each value will stand. For a null, only in columns that drizzle passes on as they are, such as text. */
export type GivenValues<V extends Values> = {
  readonly [Name in keyof V & string]: Placeholder<Name, V[Name]>;
};

type Buildable<Result> = {
  prepare(name: string): { execute(values: Values): Promise<Result> };
};
type Session = { client: unknown };

let count = 0;

/**
 * The returned function runs the statement, in the pool or in a transaction; throws what the statement throws.
 * PostgreSQL plans it once per connection.
 */
export function prepared<V extends Values, Result>(
  build: (db: Database, given: GivenValues<V>) => Buildable<Result>,
): (db: Database | Transaction, values: V) => Promise<Result> {
  let built: ReturnType<Buildable<Result>['prepare']> | undefined;
  return (db, values) => {
    built ??= build(db as Database, placeholders<V>()).prepare(`prepared_${(count += 1)}`);
    const { client } = (db as unknown as { _: { session: Session } })._.session;
    const mine = Object.assign(Object.create(built) as typeof built, { client });
    return mine.execute(values);
  };
}

/** One text however many there are, unlike `in (…)`. */
export function isAnyOf(column: AnyPgColumn, ids: Placeholder): SQL {
  return sql`${column} = any (${ids}::int[])`;
}

/** A new row, of which these columns are given. */
export type GivenRow<Table extends PgTable, Columns extends readonly string[]> = GivenValues<
  Required<Pick<Table['$inferInsert'], Columns[number] & keyof Table['$inferInsert']>>
>;

/** Each column with the value of its own name. */
export function valuesOf<Name extends string>(
  given: { readonly [Each in Name]: Placeholder },
  columns: readonly Name[],
): { [Each in Name]: Placeholder } {
  const entries = columns.map((name) => [name, given[name]]);
  return Object.fromEntries(entries) as { [Each in Name]: Placeholder };
}

function placeholders<V extends Values>(): GivenValues<V> {
  return new Proxy({} as GivenValues<V>, { get: (_, name) => sql.placeholder(String(name)) });
}
