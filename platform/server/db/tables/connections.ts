import { sql } from 'drizzle-orm';
import {
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { CONNECTION_KINDS } from '#platform/rules/connections.ts';
import { isOneOf } from './column-rules.ts';

/** What a page may show of a connection: endings of keys, names, hosts. Never a secret. */
export type ShownFacts = Readonly<Record<string, string | number | boolean | null>>;

/** What outside answered, and when, as ISO instants; with what is needed to recognise an answer still to come. */
export type Proof = Readonly<Record<string, string>>;

const STATES = ['current', 'kept'] as const;

/** What owners connected in the portal. Nobody reads `sealed` without the recovery key. */
export const connections = pgTable(
  'connections',
  {
    kind: text({ enum: CONNECTION_KINDS }).notNull(),
    /** Whose it is over there: `acct_…/live`, a mail server with its user. */
    account: text().notNull(),
    /** `kept`: not in force, but needed for what was done with it. */
    state: text({ enum: STATES }).notNull(),
    /** Age text of `{kind, account, version, values}`. */
    sealed: text().notNull(),
    shown: jsonb().$type<ShownFacts>().notNull(),
    /** Counts on within a kind, over its accounts. */
    version: integer().notNull(),
    /** Null: nothing outside has answered since it was stored. */
    proof: jsonb().$type<Proof>(),
    changedBy: text().notNull(),
    changedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (connection) => [
    primaryKey({ columns: [connection.kind, connection.account] }),
    uniqueIndex('connections_current')
      .on(connection.kind)
      .where(sql`${connection.state} = 'current'`),
    isOneOf('connections_kind', connection.kind, CONNECTION_KINDS),
    isOneOf('connections_state', connection.state, STATES),
  ],
);

export type ConnectionRow = typeof connections.$inferSelect;
