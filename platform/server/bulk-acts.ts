/** What was done to many rows at once, kept so that it can be taken back as a whole. */
import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { type BulkActKind, UNDO_DAYS } from '#platform/rules/imports.ts';
import type { Context } from './context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { type BulkActRow, bulkActs } from '#platform/server/db/tables/bulk-acts.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

const UNDO_MS = UNDO_DAYS * 86_400_000;

type By = Pick<StaffMember, 'email'>;
type Done = Pick<BulkActRow, 'kind' | 'ids'> & { fileName?: string };

/** In the transaction of what was done. Its id. */
export async function recordBulkAct(
  tx: Transaction,
  { clock }: Pick<Context, 'clock'>,
  staff: By,
  done: Done,
): Promise<number> {
  const [act] = await tx
    .insert(bulkActs)
    .values({ ...done, at: new Date(clock()), by: staff.email })
    .returning({ id: bulkActs.id });
  if (!act) throw new Error('a bulk act was not stored');
  return act.id;
}

/** Those of a kind that can still be taken back, the newest first. */
export async function listUndoable(
  db: Pick<Database | Transaction, 'select'>,
  { clock }: Pick<Context, 'clock'>,
  kind: BulkActKind,
): Promise<BulkActRow[]> {
  const since = new Date(clock() - UNDO_MS);
  return db
    .select()
    .from(bulkActs)
    .where(and(eq(bulkActs.kind, kind), gt(bulkActs.at, since), isNull(bulkActs.undoneAt)))
    .orderBy(desc(bulkActs.id));
}

export async function markUndone(
  tx: Transaction,
  { clock }: Pick<Context, 'clock'>,
  staff: By,
  id: number,
): Promise<void> {
  await tx
    .update(bulkActs)
    .set({ undoneAt: new Date(clock()), undoneBy: staff.email })
    .where(eq(bulkActs.id, id));
}

/** ISO 8601: until when it can be taken back. */
export function endOfUndo({ at }: Pick<BulkActRow, 'at'>): string {
  return new Date(at.getTime() + UNDO_MS).toISOString();
}

/** What it made, once that is known. */
export async function completeBulkAct(
  tx: Transaction,
  id: number,
  ids: BulkActRow['ids'],
): Promise<void> {
  await tx.update(bulkActs).set({ ids }).where(eq(bulkActs.id, id));
}
