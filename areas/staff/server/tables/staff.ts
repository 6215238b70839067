import {
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
  index,
  boolean,
  integer,
  check,
  uniqueIndex,
  date,
  varchar,
} from 'drizzle-orm/pg-core';
import { createdAt, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { sql } from 'drizzle-orm';
import { STAFF_ROLES } from '#platform/rules/roles.ts';
import { TRAINING_BASES } from '#areas/staff/rules/food-training.ts';

/**
 * The ways a person signs in, as better-auth stores them: `credential` has the password's hash, `oidc` the issuer's
 * subject.
 */
export const staffAccounts = pgTable(
  'staff_accounts',
  {
    id: uuid().primaryKey().defaultRandom(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    password: text(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: timestamp({ withTimezone: true }),
    refreshTokenExpiresAt: timestamp({ withTimezone: true }),
    scope: text(),
    createdAt: createdAt(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (account) => [
    unique('staff_accounts_provider_account').on(account.providerId, account.accountId),
    unique('staff_accounts_user_provider').on(account.userId, account.providerId),
  ],
);

/** Signed-in staff, as better-auth stores them. `expiresAt` is the absolute end, `lastUsedAt` measures idleness. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    token: text().notNull().unique('staff_sessions_token'),
    userId: uuid()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    lastUsedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When this person last proved who they are. */
    confirmedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    ipAddress: text(),
    userAgent: text(),
    createdAt: createdAt(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (session) => [index('staff_sessions_user').on(session.userId)],
);

/** Authenticator apps, as better-auth stores them; secret and backup codes are encrypted. */
export const staffTwoFactors = pgTable(
  'staff_two_factors',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    secret: text().notNull(),
    backupCodes: text().notNull(),
    /** False until the first correct code. */
    verified: boolean().notNull().default(true),
    failedVerificationCount: integer().notNull().default(0),
    lockedUntil: timestamp({ withTimezone: true }),
  },
  (factor) => [unique('staff_two_factors_user').on(factor.userId)],
);

/**
 * Short-lived secrets of a sign-in in progress (second factor, passkey, single sign-on), as better-auth stores them.
 */
export const staffVerifications = pgTable(
  'staff_verifications',
  {
    id: uuid().primaryKey().defaultRandom(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    createdAt: createdAt(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (verification) => [index('staff_verifications_identifier').on(verification.identifier)],
);

/** Passkeys, as better-auth stores them: public keys only. */
export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text(),
    publicKey: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    // better-auth's column name.
    credentialID: text('credential_id').notNull().unique('staff_passkeys_credential_id'),
    counter: integer().notNull(),
    deviceType: text().notNull(),
    backedUp: boolean().notNull(),
    transports: text(),
    aaguid: text(),
    createdAt: createdAt(),
  },
  (passkey) => [index('staff_passkeys_user').on(passkey.userId)],
);

export const STAFF_LINK_PURPOSES = ['setup', 'invite', 'reset'] as const;

/** One-time links. Only a hash of the secret part is stored; a used or replaced link is deleted. */
export const staffLinks = pgTable(
  'staff_links',
  {
    tokenHash: text().primaryKey(),
    purpose: text({ enum: STAFF_LINK_PURPOSES }).notNull(),
    /** The recipient; empty for the very first account. */
    email: text().notNull(),
    /** For an invitation: what the account will be. */
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

/** Lost phones: the sessions that were ended on them, so that they learn why when they are heard of next. */
export const signedOutPhones = pgTable('signed_out_phones', {
  /** SHA-256 of the session's token. */
  tokenHash: text().primaryKey(),
  userId: uuid()
    .notNull()
    .references(() => staff.id, { onDelete: 'cascade' }),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/**
 * What those who handle food were trained in, as the law wants it on record. Rows are only ever added, a trigger refuses
 * the rest; the newest of a person counts.
 */
export const foodHandlers = pgTable(
  'food_handlers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null: someone without an account, by their name. */
    staffId: uuid().references(() => staff.id),
    /** As the person was called then. */
    name: varchar({ length: 60 }).notNull(),
    basis: text({ enum: TRAINING_BASES }).notNull(),
    /** The course, or which skills were shown to whom. */
    what: varchar({ length: 200 }).notNull(),
    doneOn: date().notNull(),
    /** The first day on which it counts no longer; null: it goes on. */
    ends: date(),
    by: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (line) => [
    isOneOf('food_handlers_basis', line.basis, TRAINING_BASES),
    check('food_handlers_named', sql`btrim(${line.name}) <> '' and btrim(${line.what}) <> ''`),
    check('food_handlers_ends', sql`${line.ends} >= ${line.doneOn}`),
    index('food_handlers_staff').on(line.staffId),
  ],
);
export type FoodHandlerRow = typeof foodHandlers.$inferSelect;
