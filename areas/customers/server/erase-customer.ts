import { randomUUID } from 'node:crypto';
import type { ErasedReply } from '#areas/customers/calls/customers.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { isText } from '#areas/messages/rules/messages.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { CustomerRows } from '#platform/server/db/kept-table.ts';
import { findCustomer } from '#areas/customers/server/find-customer.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { and, eq, inArray, or, sql, isNull } from 'drizzle-orm';
import { ERASED } from '#areas/order-book/rules/erased-person.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import {
  formatDayAndMonth,
  type PlainDate,
  addDays,
  formatDate,
} from '#platform/rules/plain-date.ts';
import { formatDollars } from '#platform/rules/money.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import { isOpenDispute } from '#platform/rules/dispute-status.ts';
import { problems } from '#areas/customers/server/tables/problems.ts';
import { disputes, refunds } from '#areas/order-book/server/tables/payments.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { orderChanges, topUps } from '#areas/order-book/server/tables/order-changes.ts';
import { Conflict } from '#platform/server/errors.ts';
import { loadOrders } from '#areas/order-book/server/load-orders.ts';
import { listOpenBalances } from '#areas/order-book/server/open-balances.ts';
import {
  BACKUPS_KEPT_DAYS,
  COPIES_KEPT_DAYS,
  listBackups,
} from '#platform/server/backup/backup-folder.ts';
import { backupFolder } from '#platform/server/backup/make-backup.ts';
import type { OpenedConnection } from '#platform/server/opened-connections.ts';

type Erasing = Pick<
  Context,
  | 'db'
  | 'clock'
  | 'site'
  | 'mailer'
  | 'texter'
  | 'backup'
  | 'connections'
  | 'gateway'
  | 'keptTables'
>;

/**
 * Erases the person with this email address from every table that holds them, in one transaction; amounts, meals and
 * dates stay. `staff` null: a command on the host. Throws NotFound, or Conflict `delivery_ahead` or `money_open`.
 */
export async function eraseCustomer(
  context: Erasing,
  staff: StaffMember | null,
  email: string,
): Promise<ErasedReply> {
  const { timeZone } = (await context.site.current()).business;
  const now = context.clock();
  const counts = await context.db.transaction(async (tx) => {
    const rows = await findCustomer(tx, email);
    await refuseOpenMatters(tx, rows, wallTimeAt(now, timeZone).date);
    for (const { erase } of context.keptTables) await erase?.(tx, rows, now);
    const erased = countErased(rows);
    await recordErasure(context, tx, { staff, rows, erased });
    // Last: a failure keeps the texts in the database too, and all of it can be repeated.
    await context.mailer.discard(rows.messages.filter(({ channel }) => !isText(channel)));
    await context.texter.discard(rows.messages.filter(({ channel }) => isText(channel)));
    return erased;
  });
  // Their words are on public pages.
  context.site.renew();
  return { ...counts, elsewhere: await heldElsewhere(context) };
}

/** On each order, and once for all: the audit trail says that and when, never who. */
async function recordErasure(
  context: Pick<Context, 'clock'>,
  tx: Transaction,
  { staff, rows, erased }: { staff: StaffMember | null; rows: CustomerRows; erased: Counts },
): Promise<void> {
  for (const { id, version } of rows.orders) {
    await recordChange(tx, context, {
      staff,
      action: 'order.erase_customer',
      entityId: id,
      before: { version },
      after: { version: version + 1 },
    });
  }
  await recordChange(tx, context, {
    staff,
    action: 'customer.erase',
    entityId: randomUUID(),
    before: erased,
  });
}

type Counts = Omit<ErasedReply, 'elsewhere'>;

function countErased(rows: CustomerRows): Counts {
  return {
    orders: rows.orders.length,
    unpaidCheckouts: rows.checkouts.filter(({ state }) => state !== 'paid').length,
    emails: rows.messages.length,
    printouts: rows.printouts.length,
    waitlistEntries: rows.waitlist.length,
  };
}

/** The audit trail takes new rows only; its trigger makes this one exception. */
export async function eraseAudit(tx: Transaction, rows: CustomerRows): Promise<void> {
  await tx.execute(sql`select set_config('mealrun.erasing', 'on', true)`);
  const entries = await tx
    .select({ id: auditLog.id, before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(isAbout(rows));
  for (const { id, before, after } of entries) {
    await tx
      .update(auditLog)
      .set({ before: eraseAudited(before), after: eraseAudited(after) })
      .where(eq(auditLog.id, id));
  }
  await tx.execute(sql`select set_config('mealrun.erasing', 'off', true)`);
}

function isAbout(rows: CustomerRows) {
  const textIds = (some: readonly { id: number }[]) => some.map(({ id }) => String(id));
  return or(
    and(eq(auditLog.entity, 'order'), inArray(auditLog.entityId, textIds(rows.orders))),
    and(eq(auditLog.entity, 'message'), inArray(auditLog.entityId, textIds(rows.messages))),
    and(eq(auditLog.entity, 'waitlist_entry'), inArray(auditLog.entityId, textIds(rows.waitlist))),
  );
}

/** What the audit trail says of an order, and not of its customer. */
const ABOUT_THE_ORDER = new Set([
  'amount',
  'deliveryFee',
  'deliveryPreference',
  'deliveryType',
  'failureReason',
  'isPinned',
  'noteId',
  'paid',
  'refund',
  'refundCents',
  'refundId',
  'state',
  'status',
  'total',
  'version',
]);

/** One side of an audited change: that a detail was changed stays, what it said goes. */
function eraseAudited(side: unknown): unknown {
  if (typeof side !== 'object' || side === null) return side;
  return Object.fromEntries(
    Object.entries(side).map(([field, value]) => [field, eraseValue(field, value)]),
  );
}

function eraseValue(field: string, value: unknown): unknown {
  if (value === null || ABOUT_THE_ORDER.has(field)) return value;
  if (field === 'items' && Array.isArray(value)) return value.map(withoutName);
  return ERASED;
}

/** "Mia: Chicken bowl (lunch), …": names may contain colons, so everything up to the last one goes. */
function withoutName(item: unknown): string {
  const [, meal] = /^.*: (.+)$/s.exec(String(item)) ?? [];
  return meal ?? ERASED;
}

/**
 * Throws Conflict `delivery_ahead` or `money_open`, naming the orders: we could neither deliver nor settle with someone
 * we no longer know.
 */
async function refuseOpenMatters(
  tx: Transaction,
  rows: CustomerRows,
  today: PlainDate,
): Promise<void> {
  const loaded = await loadOrders(tx, rows.orders);
  const ahead = loaded.flatMap((order) => describeAhead(order, today));
  if (ahead.length > 0) throw refusal('delivery_ahead', ahead);
  const ids = loaded.map(({ id }) => id);
  const open = [
    ...[
      ...rows.checkouts.filter(({ state }) => state === 'open' || state === 'expiring'),
      ...(await listOpenTopUps(tx, ids)),
      ...(await listWaitingChanges(tx, ids)),
    ].map(() => 'A payment is under way'),
    ...loaded.flatMap(describeOpenMoney),
    ...(await describeFailedRefunds(tx, ids)),
    ...(await describeBalances(tx, ids)),
    ...(await describeDisputes(tx, loaded)),
    ...(await describeProblems(tx, ids)),
  ];
  if (open.length > 0) throw refusal('money_open', open);
}

function refusal(code: 'delivery_ahead' | 'money_open', reasons: readonly string[]): Conflict {
  const next =
    code === 'delivery_ahead'
      ? 'Cancel the order, or wait until it is delivered.'
      : 'Settle it first, then erase the customer.';
  return new Conflict(code, `Nothing was erased. ${reasons.join('. ')}. ${next}`);
}

/** Also one whose top-up has just been paid, and that is about to be made. */
function listWaitingChanges(tx: Transaction, orderIds: readonly number[]) {
  return tx
    .select({ id: orderChanges.id })
    .from(orderChanges)
    .where(and(inArray(orderChanges.orderId, [...orderIds]), eq(orderChanges.state, 'waiting')));
}

function listOpenTopUps(tx: Transaction, orderIds: readonly number[]) {
  return tx
    .select({ id: topUps.id })
    .from(topUps)
    .where(and(inArray(topUps.orderId, [...orderIds]), inArray(topUps.state, ['open', 'ending'])));
}

function describeAhead({ number, status, deliveries }: Order, today: PlainDate): string[] {
  if (status === 'cancelled') return [];
  const next = deliveries.find(
    (delivery) => !['delivered', 'cancelled'].includes(delivery.status) && delivery.date >= today,
  );
  return next ? [`Order ${number} is to be delivered on ${formatDayAndMonth(next.date)}`] : [];
}

function describeOpenMoney({ number, status, refunds: all }: Order): string[] {
  if (status === 'pending') return [`Order ${number} needs a decision`];
  return all.some(({ state }) => ['wanted', 'sent', 'pending'].includes(state))
    ? [`A refund of order ${number} is under way`]
    : [];
}

async function describeFailedRefunds(tx: Transaction, ids: readonly number[]): Promise<string[]> {
  const rows = await tx
    .select({ number: orders.number })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(inArray(orders.id, [...ids]), eq(refunds.state, 'failed'), isNull(refunds.handledAt)),
    );
  return rows.map(({ number }) => `A refund of order ${number} failed`);
}

async function describeBalances(tx: Transaction, ids: readonly number[]): Promise<string[]> {
  const open = await listOpenBalances(tx, inArray(orders.id, [...ids]));
  return open.map(({ orderNumber, balanceCents }) => {
    const amount = formatDollars(Math.abs(balanceCents));
    return balanceCents > 0
      ? `${amount} of order ${orderNumber} is unpaid`
      : `The customer of order ${orderNumber} overpaid by ${amount}`;
  });
}

/** A customer who waits for an answer may still be owed a refund. */
async function describeProblems(tx: Transaction, ids: readonly number[]): Promise<string[]> {
  const rows = await tx
    .select({ number: orders.number })
    .from(problems)
    .innerJoin(orders, eq(orders.id, problems.orderId))
    .where(and(inArray(orders.id, [...ids]), isNull(problems.decision)));
  return rows.map(({ number }) => `A problem with order ${number} is to be decided`);
}

async function describeDisputes(tx: Transaction, loaded: readonly Order[]): Promise<string[]> {
  const numbers = new Map(loaded.map(({ id, number }) => [id, number]));
  const rows = await tx
    .select({ orderId: disputes.orderId, status: disputes.status })
    .from(disputes)
    .where(inArray(disputes.orderId, [...numbers.keys()]));
  return rows
    .filter(({ status }) => isOpenDispute(status))
    .map(({ orderId }) => `The payment of order ${numbers.get(orderId ?? 0)} is disputed`);
}

/** What holds a customer outside the database, and for how long. One sentence each. */
export async function heldElsewhere(
  context: Pick<Context, 'backup' | 'clock' | 'site' | 'gateway' | 'connections'>,
): Promise<string[]> {
  const { backup, clock } = context;
  const { timeZone } = (await context.site.current()).business;
  const stored = await listBackups(backupFolder(backup.dataDir));
  const today = wallTimeAt(clock(), timeZone).date;
  const copies = context.connections.current('copies');
  const until = addDays(today, copies ? COPIES_KEPT_DAYS : BACKUPS_KEPT_DAYS);
  return [
    describeBackups(stored.length, backup.hour, until),
    ...(copies ? [describeCopies(copies, until)] : []),
    'After restoring an older backup, or rebuilding its orders, erase the customer again.',
    `The card provider (${context.gateway.mode}) keeps its own record of each payment, with name and address. Ask it to erase them too.`,
  ];
}

/** `until`: when the last of them is gone, here and elsewhere. */
function describeBackups(stored: number, hour: number | null, until: PlainDate): string {
  if (stored === 0)
    return 'No backup is stored here. Copies elsewhere hold what they held when they were made.';
  const made = `${stored === 1 ? '1 backup was' : `${stored} backups were`} made before now.`;
  return hour === null
    ? `${made} They stay until newer ones replace them, because automatic backups are off: delete them, or remove BACKUP_HOUR=off. Delete copies elsewhere too.`
    : `${made} Newer backups replace them by ${formatDate(until)}. Delete copies that you made yourself too.`;
}

function describeCopies({ shown, proof }: OpenedConnection, until: PlainDate): string {
  const where = `Copies in ${String(shown['name'])}`;
  return proof?.['mayDelete'] === 'no'
    ? `${where} are not deleted by us, because our key may not: delete those made before now.`
    : `${where} made before now are deleted by ${formatDate(until)}.`;
}
