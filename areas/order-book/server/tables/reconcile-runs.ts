import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { isOneOf } from '#platform/server/db/tables/column-rules.ts';

const RECONCILE_KINDS = ['young', 'recent', 'by_hand'] as const;

/**
 * One row for each reconciliation with the gateway's books. Nothing fixed is the healthy result: webhooks did
 * everything.
 */
export const reconcileRuns = pgTable(
  'reconcile_runs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: RECONCILE_KINDS }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Intents, refunds and disputes listed by the gateway. */
    seen: integer().notNull(),
    fixed: integer().notNull(),
    alarms: jsonb().$type<string[]>().notNull(),
  },
  (run) => [
    isOneOf('reconcile_runs_kind', run.kind, RECONCILE_KINDS),
    index('reconcile_runs_at').on(run.at),
  ],
);

export type ReconcileRunRow = typeof reconcileRuns.$inferSelect;
