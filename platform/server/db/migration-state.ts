import type { Database } from './client.ts';
import { listAppliedMigrations, listKnownMigrations } from './migrate.ts';

/** `isCurrent`: every migration this version knows has been applied; a newer version may have applied more. */
export type MigrationState = { known: number; applied: number; isCurrent: boolean };

export async function readMigrationState(db: Database): Promise<MigrationState> {
  const client = await db.$client.connect();
  try {
    const applied = await listAppliedMigrations(client);
    const known = listKnownMigrations();
    return {
      known: known.length,
      applied: applied.length,
      isCurrent: known.every((hash) => applied.includes(hash)),
    };
  } finally {
    client.release();
  }
}
