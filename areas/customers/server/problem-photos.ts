/** Photos that customers send with a problem: kept privately, and deleted when they have served their purpose. */
import { randomUUID } from 'node:crypto';
import { and, count, eq, isNull, lt, or } from 'drizzle-orm';
import { MOST_OPEN_PROBLEMS, MOST_PROBLEM_PHOTOS } from '#areas/customers/rules/problems.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { problemPhotos } from '#areas/customers/server/tables/problem-photos.ts';
import { Conflict, InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { encodePhoto } from '#areas/menu/server/private-photo.ts';
import { orderIdOf } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 90;
const UNSENT_DAYS = 1;
const MOST_UNSENT = MOST_OPEN_PROBLEMS * MOST_PROBLEM_PHOTOS;

/** Throws NotFound, InvalidRequest at `photo`, or Conflict `too_many_photos`. */
export async function storeProblemPhoto(
  context: Pick<Context, 'db' | 'clock'>,
  token: string,
  sent: Buffer,
): Promise<{ id: string }> {
  await orderIdOf(context.db, token);
  const bytes = await encodePhoto(sent);
  return context.db.transaction(async (tx) => {
    const orderId = await orderIdOf(tx, token);
    await lockOrder(tx, orderId, undefined);
    const [unsent] = await tx
      .select({ number: count() })
      .from(problemPhotos)
      .where(and(eq(problemPhotos.orderId, orderId), isNull(problemPhotos.problemId)));
    if ((unsent?.number ?? 0) >= MOST_UNSENT)
      throw new Conflict('too_many_photos', 'These are too many photos. Send the problem first.');
    const id = randomUUID();
    const createdAt = new Date(context.clock());
    await tx.insert(problemPhotos).values({ id, orderId, bytes, createdAt });
    return { id };
  });
}

/** Binds photos of this order to its problem. Throws InvalidRequest for one that is not there, or sent already. */
export async function attachPhotos(
  tx: Transaction,
  problem: { id: number; orderId: number },
  photoIds: readonly string[],
): Promise<void> {
  for (const id of new Set(photoIds)) {
    const bound = await tx
      .update(problemPhotos)
      .set({ problemId: problem.id })
      .where(
        and(
          eq(problemPhotos.id, id),
          eq(problemPhotos.orderId, problem.orderId),
          isNull(problemPhotos.problemId),
        ),
      );
    if (bound.rowCount !== 1)
      throw new InvalidRequest({ photos: 'Please add the photo again: we no longer have it' });
  }
}

/** JPEG. Throws NotFound, also for a photo of another problem than the one that is named. */
export async function readProblemPhoto(
  db: Database,
  { id, problemId }: { id: string; problemId: number },
): Promise<Buffer> {
  const [found] = await db
    .select({ bytes: problemPhotos.bytes })
    .from(problemPhotos)
    .where(and(eq(problemPhotos.id, id), eq(problemPhotos.problemId, problemId)));
  if (!found) throw new NotFound('This photo');
  return found.bytes;
}

export async function purgeProblemPhotos({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = (days: number) => lt(problemPhotos.createdAt, new Date(clock() - days * DAY_MS));
  await db
    .delete(problemPhotos)
    .where(or(before(KEPT_DAYS), and(isNull(problemPhotos.problemId), before(UNSENT_DAYS))));
}
