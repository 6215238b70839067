import { boolean, integer, jsonb, pgTable, timestamp } from 'drizzle-orm/pg-core';
import type { Cents } from '#platform/rules/money.ts';

/** Rows that break a rule; `examples` says which. */
export type BrokenRule = { rule: string; count: number; examples: string[] };

export type DayTotals = { capturedCents: Cents; refundedCents: Cents };

/** One day of the kitchen: the gateway's books and our ledger. */
export type BooksDay = { date: string; provider: DayTotals; ours: DayTotals };

/** The results of the nightly check and of those requested by staff. */
export const booksChecks = pgTable('books_checks', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp({ withTimezone: true }).notNull(),
  ok: boolean().notNull(),
  problems: jsonb().$type<BrokenRule[]>().notNull(),
  days: jsonb().$type<BooksDay[]>().notNull(),
  /** Payments and refunds too young to be compared then. */
  notCompared: integer().notNull().default(0),
  /** Orders, by id, whose money was not what they cost. */
  openBalances: jsonb().$type<number[]>().notNull().default([]),
});

export type BooksCheckRow = typeof booksChecks.$inferSelect;
