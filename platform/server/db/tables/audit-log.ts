import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Who changed what. Rows are only ever added; a trigger refuses updates and deletes. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Null: the system, or a tool on the host. */
    staffId: text(),
    /** The name at that time, whatever becomes of the account. */
    staffEmail: text(),
    ip: text(),
    /** For the API token with which it was done; null: by hand. */
    tokenName: text(),
    action: text().notNull(),
    entity: text().notNull(),
    entityId: text().notNull(),
    before: jsonb(),
    after: jsonb(),
  },
  (entry) => [
    index('audit_log_entity').on(entry.entity, entry.entityId, entry.id),
    // The trail by each of its filters, newest first.
    index('audit_log_newest').on(entry.at, entry.id),
    index('audit_log_kind_newest').on(entry.entity, entry.at, entry.id),
    index('audit_log_action_newest').on(entry.action, entry.at, entry.id),
    index('audit_log_staff_newest').on(sql`lower(${entry.staffEmail})`, entry.at, entry.id),
  ],
);
