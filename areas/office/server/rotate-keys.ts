import { resealConnections } from '#platform/server/save-connection.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import {
  purgeReplacedKeys,
  readIdentities,
  type RecoveryKey,
  replaceRecoveryKey,
} from '#platform/server/recovery-key.ts';
import { randomBytes } from 'node:crypto';
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/db/client.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { checkouts, phoneOrders } from '#areas/order-book/server/tables/checkouts.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { recipientTokenHashOf } from '#areas/order-book/server/recipient-link.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import {
  staffSessions,
  staffTwoFactors,
  staffVerifications,
} from '#areas/staff/server/tables/staff.ts';
import { payTokenFor } from '#areas/checkout/server/phone-orders.ts';
import { hashTrackingToken, trackingTokenFor } from '#areas/order-book/server/tracking-token.ts';

/**
 * A new recovery key, and everything sealed again with it in one transaction. The old one stays beside it for the backups
 * that it opens; the recovery sheet is to be saved again. Where `RECOVERY_KEY` has a new and an old key, the new one counts.
 */
export async function rotateRecoveryKey(
  context: Pick<Context, 'db' | 'clock'>,
  key: RecoveryKey,
): Promise<{ resealed: number; locked: number }> {
  const isReplacedElsewhere = 'identities' in key && key.identities.length > 1;
  if (!isReplacedElsewhere) await replaceRecoveryKey(key, new Date(context.clock()));
  return context.db.transaction(async (tx) => {
    const done = await resealConnections(tx, key);
    await recordChange(tx, context, {
      staff: null,
      action: 'system.rotate_secret',
      entityId: 'recovery',
    });
    return done;
  });
}

/**
 * Purges replaced keys once nothing needs them: no backup is older than the key in force, here or elsewhere, and nothing in
 * the database is sealed with them. `findOldest`: when the oldest known
 * backup was made; null keeps them, as nobody knows.
 */
export async function purgeUnneededKeys(
  context: Pick<Context, 'db' | 'recoveryKey' | 'log'>,
  findOldest: () => Promise<string | null>,
): Promise<void> {
  const [, ...replaced] = await readIdentities(context.recoveryKey);
  if (replaced.length === 0) return;
  const oldest = await findOldest();
  if (oldest === null) return;
  const { locked } = await context.db.transaction((tx) =>
    resealConnections(tx, context.recoveryKey),
  );
  if (locked > 0) return;
  const purged = await purgeReplacedKeys(context.recoveryKey, oldest);
  if (purged > 0) context.log.info({ purged }, 'replaced recovery keys are not needed any more');
}

export const SECRETS = ['sign-in', 'tracking'] as const;
export type SecretName = (typeof SECRETS)[number];

const KEYS: Record<SecretName, string> = { 'sign-in': 'signInSecret', tracking: 'trackingSecret' };
const BATCH = 1000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Replaces a secret, and in the same transaction all that hangs on the old one: sessions and second factors, or the
 * hashes by which tracking links are found. A running app goes on with the old secret until it is restarted.
 */
export async function rotateSecret(
  context: Pick<Context, 'db' | 'clock'>,
  name: SecretName,
): Promise<void> {
  const secret = randomBytes(32).toString('base64url');
  const row = { key: KEYS[name], value: secret, updatedAt: new Date(context.clock()) };
  await context.db.transaction(async (tx) => {
    await tx.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row });
    if (name === 'sign-in') await endSignIns(tx);
    else {
      await renewTrackingLinks(tx, secret);
      await renewPayLinks(tx, secret);
      await renewRecipientLinks(tx, secret);
    }
    await recordChange(tx, context, {
      staff: null,
      action: 'system.rotate_secret',
      entityId: name,
    });
  });
}

/** Nobody could read second factors any more: with them, their owners would be locked out. */
async function endSignIns(tx: Transaction): Promise<void> {
  await tx.delete(staffSessions);
  await tx.delete(staffVerifications);
  await tx.delete(staffTwoFactors);
  await tx.update(staff).set({ twoFactorEnabled: false });
}

/** Links are found by their hash, so the old ones would go on working. Not those of erased customers: they have none. */
async function renewTrackingLinks(tx: Transaction, secret: string): Promise<void> {
  for (let after = FIRST_ID; ;) {
    const batch = await tx
      .select({ id: checkouts.id })
      .from(checkouts)
      .where(and(gt(checkouts.id, after), isNull(checkouts.purgedAt)))
      .orderBy(asc(checkouts.id))
      .limit(BATCH);
    const ids = batch.map(({ id }) => id);
    const hashes = ids.map((id) => hashTrackingToken(trackingTokenFor(id, secret)));
    const renewed = JSON.stringify(ids.map((id, at) => ({ id, hash: hashes[at] })));
    await tx
      .update(checkouts)
      .set({ trackingTokenHash: sql`renewed.hash` })
      .from(sql`json_to_recordset(${renewed}::json) as renewed(id uuid, hash text)`)
      .where(eq(checkouts.id, sql`renewed.id`));
    const last = ids.at(-1);
    if (last === undefined || ids.length < BATCH) return;
    after = last;
  }
}

/** Few: of phone orders alone. */
async function renewPayLinks(tx: Transaction, secret: string): Promise<void> {
  const taken = await tx.select({ id: phoneOrders.checkoutId }).from(phoneOrders);
  for (const { id } of taken)
    await tx
      .update(phoneOrders)
      .set({ tokenHash: hashTrackingToken(payTokenFor(id, secret)) })
      .where(eq(phoneOrders.checkoutId, id));
}

/** Few orders are for someone else: all in one go. */
async function renewRecipientLinks(tx: Transaction, secret: string): Promise<void> {
  const { id, checkoutId, recipient } = orders;
  const found = await tx
    .select({ id, checkoutId, recipient })
    .from(orders)
    .where(isNotNull(orders.recipientTokenHash));
  const renewed = JSON.stringify(
    found.map((order) => ({ id: order.id, hash: recipientTokenHashOf(secret, order) })),
  );
  await tx
    .update(orders)
    .set({ recipientTokenHash: sql`renewed.hash` })
    .from(sql`json_to_recordset(${renewed}::json) as renewed(id int, hash text)`)
    .where(eq(orders.id, sql`renewed.id`));
}
