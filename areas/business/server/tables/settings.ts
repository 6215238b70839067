import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** `business`: facts that differ from the defaults. `trackingSecret`: signs tracking links. `firstHour`: what owners answered. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
