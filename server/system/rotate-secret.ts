import { randomBytes } from 'node:crypto';
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { recordChange } from '#server/audit/record-change.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/client.ts';
import { settings } from '#server/db/schema/operation/settings.ts';
import { checkouts } from '#server/db/schema/orders/checkouts.ts';
import { phoneOrders } from '#server/db/schema/orders/phone-orders.ts';
import { orders } from '#server/db/schema/orders/orders.ts';
import { recipientTokenHashOf } from '#server/order-book/links/recipient-link.ts';
import { staff } from '#server/db/schema/staff/staff.ts';
import { staffSessions } from '#server/db/schema/staff/staff-sessions.ts';
import { staffTwoFactors } from '#server/db/schema/staff/staff-two-factors.ts';
import { staffVerifications } from '#server/db/schema/staff/staff-verifications.ts';
import { payTokenFor } from '#server/order-book/phone-orders.ts';
import { hashTrackingToken, trackingTokenFor } from '#server/order-book/links/tracking-token.ts';

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
      entity: 'system',
      entityId: name,
      before: null,
      after: null,
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

/** Few orders are for somebody else: all in one go. */
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
