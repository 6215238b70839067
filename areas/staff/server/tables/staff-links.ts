import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { STAFF_ROLES } from '#platform/rules/roles.ts';
import { createdAt, isOneOf } from '#platform/server/db/tables/column-rules.ts';

export const STAFF_LINK_PURPOSES = ['setup', 'invite', 'reset'] as const;

/** One-time links. Only a hash of the secret part is stored; a used or replaced link is deleted. */
export const staffLinks = pgTable(
  'staff_links',
  {
    tokenHash: text().primaryKey(),
    purpose: text({ enum: STAFF_LINK_PURPOSES }).notNull(),
    /** The recipient; empty for the very first account. */
    email: text().notNull(),
    /** Of an invitation: what the account will be. */
    role: text({ enum: STAFF_ROLES }),
    /** A reset from the host also removes a lost second factor. */
    dropsSecondFactor: boolean().notNull().default(false),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    createdAt: createdAt(),
  },
  (link) => [
    isOneOf('staff_links_purpose', link.purpose, STAFF_LINK_PURPOSES),
    isOneOf('staff_links_role', link.role, STAFF_ROLES),
    check(
      'staff_links_invite_role',
      sql`(${link.purpose} = 'invite') = (${link.role} is not null)`,
    ),
    // A new link replaces the one before.
    uniqueIndex('staff_links_one_each').on(link.purpose, sql`lower(${link.email})`),
  ],
);
