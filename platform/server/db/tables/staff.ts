import { sql } from 'drizzle-orm';
import { boolean, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { STAFF_ROLES } from '#platform/rules/roles.ts';
import { createdAt, isOneOf } from './column-rules.ts';

/** People who may sign in to the portal. Rows are never deleted: someone who has left is inactive. */
export const staff = pgTable(
  'staff',
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** Checked on every request: false revokes access immediately. */
    isActive: boolean().notNull().default(true),
    /** Checked on every request too. No default: creating an account says for what. */
    role: text({ enum: STAFF_ROLES }).notNull(),
    // From here on, better-auth's own columns.
    name: text().notNull(),
    emailVerified: boolean().notNull().default(false),
    image: text(),
    twoFactorEnabled: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (member) => [
    uniqueIndex('staff_email').on(sql`lower(${member.email})`),
    isOneOf('staff_role', member.role, STAFF_ROLES),
  ],
);

export type StaffRow = typeof staff.$inferSelect;
