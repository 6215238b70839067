import { sql } from 'drizzle-orm';
import { boolean, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, isOneOf } from '../column-rules.ts';

export const STAFF_LINK_PURPOSES = ['setup', 'invite', 'reset'] as const;

/** One-time links. Only a hash of the secret part is stored; a used or replaced link is deleted. */
export const staffLinks = pgTable(
  'staff_links',
  {
    tokenHash: text().primaryKey(),
    purpose: text({ enum: STAFF_LINK_PURPOSES }).notNull(),
    /** The recipient; empty for the very first account. */
    email: text().notNull(),
    /** A reset from the host also removes a lost second factor. */
    dropsSecondFactor: boolean().notNull().default(false),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    createdAt: createdAt(),
  },
  (link) => [
    isOneOf('staff_links_purpose', link.purpose, STAFF_LINK_PURPOSES),
    // A new link replaces the one before.
    uniqueIndex('staff_links_one_each').on(link.purpose, sql`lower(${link.email})`),
  ],
);
