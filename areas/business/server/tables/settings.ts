import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** `business`: facts that differ from the defaults. `trackingSecret`: signs tracking links. `firstHour`: what owners answered.
 * `recoverySheet`, `rehearsal`, `demo`: of the key that was saved, the latest restore that was tried, when all was made up.
 * `liveCards`, `booksSince`: live card keys are in force; when test orders were removed. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
