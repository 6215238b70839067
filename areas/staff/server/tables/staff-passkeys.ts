import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '#platform/server/db/tables/column-rules.ts';
import { staff } from '#platform/server/db/tables/staff.ts';

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
