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
    action: text().notNull(),
    entity: text().notNull(),
    entityId: text().notNull(),
    before: jsonb(),
    after: jsonb(),
  },
  (entry) => [index('audit_log_entity').on(entry.entity, entry.entityId, entry.id)],
);
