/** One change of many things at once that can be taken back as a whole: the sample menu removed, a file imported. Ours. */
import { IMPORT_KINDS, type ImportKind } from './imports.ts';

export type BulkActKind = 'remove_samples' | `import_${ImportKind}`;
export const BULK_ACT_KINDS: readonly [BulkActKind, ...BulkActKind[]] = [
  'remove_samples',
  ...IMPORT_KINDS.map((kind) => `import_${kind}` as const),
];

/** How long it can be taken back. */
export const UNDO_DAYS = 30;
