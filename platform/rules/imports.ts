/** What a file brings into the kitchen's own lists. */
export const IMPORT_KINDS = ['meals', 'recipes', 'contacts'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** `same`: it is there already. */
export const IMPORT_OUTCOMES = ['new', 'changed', 'same', 'refused'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** A column that we know, and which headings mean it. */
export type ImportColumn = {
  key: string;
  label: string;
  /** Other headings for it. */
  names: readonly string[];
  /** Nothing can be imported without it. */
  isNeeded?: boolean;
};

/** How another program writes its files. */
export type ImportShape = {
  name: string;
  /** Headings that only its files have together. */
  has: readonly string[];
  /** Key of our column -> its heading, the first that is there. */
  columns: Readonly<Record<string, readonly string[]>>;
};

/** What is asked once for the whole file. A tick answers "yes" or nothing. */
export type ImportQuestion = { key: string; label: string; hint?: string } & (
  | { type: 'tick' }
  | { type: 'text'; longest: number }
  | { type: 'choice'; choices: readonly { value: string; label: string }[] }
);

/** Key of a column -> its position in the file, from 0. */
export type ImportMapping = Readonly<Record<string, number>>;

/** Headings as people write them. */
function headingKey(heading: string): string {
  return heading.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** By the shape of another program, else by our own names: key -> position. */
export function matchColumns(
  headings: readonly string[],
  columns: readonly ImportColumn[],
  shapes: readonly ImportShape[],
): { shape: ImportShape | null; mapping: ImportMapping } {
  const known = headings.map(headingKey);
  const positionOf = (names: readonly string[]) =>
    names.map((name) => known.indexOf(headingKey(name))).find((at) => at !== -1);
  const shape =
    shapes.find(({ has }) => has.every((name) => known.includes(headingKey(name)))) ?? null;
  const found = columns.flatMap(({ key, label, names }) => {
    const at = positionOf(shape ? (shape.columns[key] ?? []) : [key, label, ...names]);
    return at === undefined ? [] : [[key, at] as const];
  });
  return { shape, mapping: Object.fromEntries(found) };
}

/** The first row with two headings that we know, else the first with two cells at all. */
export function findHeadings(
  rows: readonly (readonly string[])[],
  columns: readonly ImportColumn[],
  shapes: readonly ImportShape[],
): number {
  const knows = (cells: readonly string[]) =>
    Object.keys(matchColumns(cells, columns, shapes).mapping).length >= 2;
  const known = rows.findIndex(knows);
  if (known !== -1) return known;
  const wide = rows.findIndex((cells) => cells.filter((cell) => cell.trim() !== '').length >= 2);
  return Math.max(0, wide);
}

// One change of many things at once that can be taken back as a whole: the sample menu removed, a file imported. Ours.

export type BulkActKind = 'remove_samples' | `import_${ImportKind}`;
export const BULK_ACT_KINDS: readonly [BulkActKind, ...BulkActKind[]] = [
  'remove_samples',
  ...IMPORT_KINDS.map((kind) => `import_${kind}` as const),
];

/** How long it can be taken back. */
export const UNDO_DAYS = 30;
