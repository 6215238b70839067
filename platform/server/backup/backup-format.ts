/**
 * The backup format: one zip file with each table as PostgreSQL's COPY writes it, and last a manifest of what it must
 * contain.
 */
import { z } from 'zod';

export const MANIFEST_ENTRY = 'manifest.json';
export const BACKUP_FORMAT = 1;

export const Manifest = z.object({
  format: z.literal(BACKUP_FORMAT),
  madeAt: z.iso.datetime(),
  /** Hashes of the migrations that made the tables, in order. */
  migrations: z.array(z.string()),
  /** In an order in which they can be filled: each table comes after those it refers to. */
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_]+$/),
      columns: z.array(z.string().regex(/^[a-z_0-9]+$/)),
      rows: z.int(),
      sha256: z.string(),
    }),
  ),
});
export type Manifest = z.infer<typeof Manifest>;

/** One line that tells the operator what is wrong with a backup or its destination. */
export class BackupError extends Error {
  override name = 'BackupError';
}

export function tableEntry(name: string): string {
  return `tables/${name}.copy`;
}
