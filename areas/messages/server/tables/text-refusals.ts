import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { TEXT_REFUSAL_REASONS } from '#areas/order-book/rules/text-refusal.ts';
import { isOneOf } from '#platform/server/db/tables/column-rules.ts';

/** Phone numbers that get no texts: their owner replied STOP, or no text can reach them. */
export const textRefusals = pgTable(
  'text_refusals',
  {
    phone: text().primaryKey(),
    reason: text({ enum: TEXT_REFUSAL_REASONS }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (refusal) => [isOneOf('text_refusals_reason', refusal.reason, TEXT_REFUSAL_REASONS)],
);

export type TextRefusal = typeof textRefusals.$inferSelect;
