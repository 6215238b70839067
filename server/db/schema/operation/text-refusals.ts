import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { isOneOf } from '../column-rules.ts';

const REASONS = ['stopped', 'no_mobile'] as const;

/** Phone numbers that get no texts: their owner replied STOP, or no text can reach them. */
export const textRefusals = pgTable(
  'text_refusals',
  {
    phone: text().primaryKey(),
    reason: text({ enum: REASONS }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (refusal) => [isOneOf('text_refusals_reason', refusal.reason, REASONS)],
);

export type TextRefusal = typeof textRefusals.$inferSelect;
