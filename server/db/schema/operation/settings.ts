import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** `business`: facts that differ from the defaults. `trackingSecret`: what tracking links are made with. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
