import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';
import type { KitchenLogo } from '#areas/business/rules/logo.ts';
import { DOCUMENT_KINDS, type DocumentLine } from '#areas/order-book/rules/issued-documents.ts';
import { isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { orders } from './orders.ts';

/** The kitchen as it was at that moment: what is saved later changes no document. */
export type DocumentSeller = {
  name: string;
  /** Null: it has none, or is not registered for GST. */
  abn: string | null;
  lines: string[];
  /** IANA name: of the days on the document. */
  timeZone: string;
  accentColour: string | null;
  logo: KitchenLogo | null;
};

/** The trigger lets this take the place of a buyer, and nothing else. */
export const ERASED_BUYER = 'Erased';

/** Receipts and tax invoices with their notes, as issued. Rows are only ever added; a trigger lets erasing replace the buyer. */
export const documents = pgTable(
  'documents',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** From 1, within its order. */
    no: integer().notNull(),
    kind: text({ enum: DOCUMENT_KINDS }).notNull(),
    issuedAt: timestamp({ withTimezone: true }).notNull(),
    /** Made from the books of a release that kept no documents. */
    isReissued: boolean().notNull(),
    seller: jsonb().$type<DocumentSeller>().notNull(),
    /** Name and address, line by line. */
    buyer: jsonb().$type<string[]>().notNull(),
    lines: jsonb().$type<DocumentLine[]>().notNull(),
    totalCents: integer().notNull(),
    gstCents: integer().notNull(),
    beforeCents: integer().notNull(),
    relatesTo: integer(),
    /** Empty of a document that stands by itself. */
    reason: text().notNull(),
  },
  (document) => [
    unique('documents_no').on(document.orderId, document.no),
    isOneOf('documents_kind', document.kind, DOCUMENT_KINDS),
    index('documents_issued').on(document.issuedAt),
  ],
);

export type DocumentRow = typeof documents.$inferSelect;

/**
 * Orders that may cost something else than their documents say. Triggers mark them, no matter who changed what the account follows
 * from; the next lock of the order, or a job within a minute, issues what is due and takes the marks away.
 */
export const documentMarks = pgTable(
  'document_marks',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer().notNull(),
    /** Sold by a release that kept no documents. */
    isPast: boolean().notNull().default(false),
  },
  (mark) => [index('document_marks_order').on(mark.orderId)],
);
