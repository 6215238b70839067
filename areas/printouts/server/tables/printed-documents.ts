import {
  type AnyPgColumn,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import {
  PRINTOUT_KINDS,
  type PrintoutState,
  type PrintedWork,
} from '#areas/printouts/rules/printout-state.ts';
import { isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { isWindow } from '#areas/business/server/tables/window-column.ts';

const FORMATS = ['pdf', 'csv'] as const;

/** The kitchen's printouts: what was printed, when, and the orders on it. */
export const printedDocuments = pgTable(
  'printed_documents',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: PRINTOUT_KINDS }).notNull(),
    format: text({ enum: FORMATS }).notNull(),
    date: date().notNull(),
    /** Null: the whole day. */
    window: text('time_slot').$type<DeliveryWindow>(),
    /** Set on a change slip: the printout that it brings up to date. */
    amends: integer().references((): AnyPgColumn => printedDocuments.id),
    /** Short hash of `state`, printed on the document. */
    version: text().notNull(),
    state: jsonb().$type<PrintoutState>().notNull(),
    /** For a prep sheet: its pots and recipes. Null: another, or one of an earlier release. */
    work: jsonb().$type<PrintedWork>(),
    printedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (document) => [
    isOneOf('printed_documents_kind', document.kind, PRINTOUT_KINDS),
    isOneOf('printed_documents_format', document.format, FORMATS),
    isWindow('printed_documents_time_slot', document.window),
    index('printed_documents_date').on(document.date, document.id),
  ],
);

export type PrintedDocumentRow = typeof printedDocuments.$inferSelect;
