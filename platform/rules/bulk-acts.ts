/** One change of many things at once that can be taken back as a whole: the sample menu removed, a file imported. Ours. */
export const BULK_ACT_KINDS = ['remove_samples', 'import_meals', 'import_contacts'] as const;
export type BulkActKind = (typeof BULK_ACT_KINDS)[number];

/** How long it can be taken back. */
export const UNDO_DAYS = 30;
