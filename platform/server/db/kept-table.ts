/** What a table keeps: of whom, for how long, and what becomes of it when a customer is erased or all is exported. */
import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '#platform/server/db/client.ts';
import { connections } from '#platform/server/db/tables/connections.ts';
import { bulkActs } from '#platform/server/db/tables/bulk-acts.ts';
import { clockJobs } from '#platform/server/db/tables/clock-jobs.ts';
import { throttleCounters } from '#platform/server/db/tables/throttle-counters.ts';

/** What the areas found of one customer, before it is erased or handed over. Each adds its rows with `declare module`. */
// oxlint-disable-next-line typescript/consistent-type-definitions, typescript/no-empty-object-type -- only an interface can be added to
export interface CustomerRows {}

/** Runs within the transaction that erases a customer. `now`: an instant. */
type Erase = (tx: Transaction, customer: CustomerRows, now: number) => Promise<unknown>;

/** Rows that a customer's file shows with each order, under this name. */
type InFile = { as: string; find(tx: Transaction, orderId: number): Promise<unknown[]> };

/** Columns by their names in the database, apart by spaces. Each column is in one of the four, or a test fails. */
type Columns = {
  /** They say nothing of anyone. */
  nobody?: string;
  customer?: string;
  staff?: string;
  /** Suppliers. */
  others?: string;
};

/**
 * `set-up`: how the kitchen is arranged. `trade`: orders, and all that hangs on them. `trail`: what is remembered whatever becomes
 * of orders, such as food safety, stock, the waitlist and who changed what. Test orders are removed with all rows of `trade`, so
 * neither of the others refers to it by a foreign key.
 */
export const TABLE_CLASSES = ['set-up', 'trail', 'trade'] as const;

type Handling = {
  /** Leaves out columns that grant access or that only the program can read; null: no row is exported. */
  export?: { without: readonly string[]; where?: string } | null;
  /** Default: true. Sessions and one-time links must not become valid again. */
  isBackedUp?: boolean;
};

type OfNobody = { customer?: never; staff?: never; others?: never; days?: never };
type OfOthers = { customer?: never; /** How long rows are kept. */ days: string };
type OfCustomers = {
  customer: string;
  days: string;
  /** What erasing does, for docs/what-we-keep.md; with `erase: null`, why it does nothing. */
  erased: string;
  erase: Erase | null;
  /** Where a customer's file shows it, or why it does not: 'no: …'. */
  file: InFile | string;
};

export type KeptTable = Required<Handling> & {
  name: string;
  class: (typeof TABLE_CLASSES)[number];
  columns: Record<keyof Columns, readonly string[]>;
  /** Null: it holds nobody. */
  days: string | null;
  /** Null: it holds no customer. */
  erased: string | null;
  erase: Erase | null;
  file: InFile | string | null;
};

/** An entry of `tables` in an area's manifest. */
export function keep(
  table: PgTable,
  facts: Columns & Handling & Pick<KeptTable, 'class'> & (OfNobody | OfOthers | OfCustomers),
): KeptTable {
  const { nobody, customer, staff, others, ...rest } = facts;
  return {
    name: getTableName(table),
    columns: {
      nobody: namesIn(nobody),
      customer: namesIn(customer),
      staff: namesIn(staff),
      others: namesIn(others),
    },
    days: null,
    erased: null,
    erase: null,
    file: null,
    export: { without: [] },
    isBackedUp: true,
    ...rest,
  };
}

function namesIn(columns = ''): string[] {
  return columns.split(' ').filter((name) => name !== '');
}

/** For no area. */
export const platformTables: readonly KeptTable[] = [
  keep(connections, {
    class: 'set-up',
    nobody: 'kind account state sealed version proof changed_at',
    // Names, hosts and senders are those of the business; nothing of it opens anything.
    others: 'shown',
    staff: 'changed_by',
    days: 'until it is replaced; a card account until 13 months after its last payment',
    export: { without: ['sealed', 'proof'] },
  }),
  keep(bulkActs, {
    class: 'trail',
    nobody: 'id kind file_name ids at undone_at',
    staff: 'by undone_by',
    days: 'always',
  }),
  keep(clockJobs, {
    class: 'set-up',
    nobody: 'name due_at started_at ended_at failed',
    export: null,
    isBackedUp: false,
  }),
  keep(throttleCounters, {
    class: 'trail',
    nobody: 'count ends_at',
    customer: 'key',
    days: 'until its window is over',
    erased: 'only hashes, gone within a day',
    erase: null,
    file: 'no: only hashes',
    export: null,
    isBackedUp: false,
  }),
];
