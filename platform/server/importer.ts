/** What the areas add to the import of files: which columns they know, what a file would do, and taking it back. */
import type {
  ImportColumn,
  ImportKind,
  ImportOutcome,
  ImportQuestion,
  ImportShape,
} from '#platform/rules/imports.ts';
import type { Context as AppContext } from './context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { CsvCell } from '#platform/server/drawing/csv.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

/** A row of the file by the keys of its columns, trimmed; a column that is not there is left out. */
export type ImportRow = { row: number; cells: Readonly<Partial<Record<string, string>>> };

export type Storing = {
  tx: Transaction;
  staff: StaffMember;
  /** For `meals.origin`. */
  origin: string;
  /** Remembers a row that came with the file, so that it can be taken back. */
  made: (what: string, id: number) => void;
};

/** What becomes of one thing that the file names. */
export type ImportedRow = {
  /** Its first row in the file, and the others that are about it. */
  row: number;
  others?: readonly number[];
  outcome: ImportOutcome;
  name: string;
  /** Why it is refused. */
  problems: readonly string[];
  /** How it was read, and what is left out. */
  notes: readonly string[];
  /** Whatever the preview does not show, and must not have changed since. */
  basis?: unknown;
  /** Left out: nothing is stored. */
  store?: (storing: Storing) => Promise<void>;
};

export type PlanAsked = {
  tx: Transaction;
  staff: StaffMember;
  rows: readonly ImportRow[];
  shape: ImportShape | null;
  /** Keys of the columns that the file has. */
  has: ReadonlySet<string>;
  answers: Readonly<Partial<Record<string, string>>>;
};

export type Importer = {
  kind: ImportKind;
  /** For what a file made, by name, what counts as one of the kind; left out: what has the kind's name. */
  counted?: readonly string[];
  columns: readonly ImportColumn[];
  shapes: readonly ImportShape[];
  questions: (shape: ImportShape | null) => readonly ImportQuestion[];
  /** Throws InvalidRequest for an answer that is missing. */
  plan(context: AppContext, asked: PlanAsked): Promise<ImportedRow[]>;
  /** After the transaction. */
  finish?(context: AppContext): void;
  /** Takes back what nobody has used or changed since; how many are left as they are. */
  undo(
    context: AppContext,
    tx: Transaction,
    staff: StaffMember,
    ids: Readonly<Partial<Record<string, number[]>>>,
  ): Promise<{ undone: number; left: number }>;
  /** All that is there, as a file whose import changes nothing. The first row is the headings. */
  template(context: AppContext): Promise<CsvCell[][]>;
};

declare module '#platform/server/area.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Area {
    importers?: readonly Importer[];
  }
}

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    /** Those of all areas. */
    importers: readonly Importer[];
  }
}
