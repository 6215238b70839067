import { and, eq, inArray, isNull } from 'drizzle-orm';
import {
  formatDayAndMonth,
  type PlainDate,
  addDays,
  formatDate,
} from '#platform/rules/plain-date.ts';
import { formatDollars } from '#platform/rules/money.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import { isOpenDispute } from '#platform/rules/dispute-status.ts';
import type { CustomerRows } from '#platform/server/db/kept-table.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { problems } from '#areas/customers/server/tables/problems.ts';
import { disputes, refunds } from '#areas/order-book/server/tables/payments.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { orderChanges, topUps } from '#areas/order-book/server/tables/order-changes.ts';
import { Conflict } from '#platform/server/errors.ts';
import { loadOrders } from '#areas/order-book/server/load-orders.ts';
import { listOpenBalances } from '#areas/order-book/server/open-balances.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import {
  BACKUPS_KEPT_DAYS,
  COPIES_KEPT_DAYS,
  listBackups,
} from '#platform/server/backup/backup-folder.ts';
import { backupFolder } from '#platform/server/backup/make-backup.ts';
import type { OpenedConnection } from '#platform/server/connections/opened-connections.ts';
import type { Context } from '#platform/server/context.ts';

/**
 * Throws Conflict `delivery_ahead` or `money_open`, naming the orders: we could neither deliver nor settle with someone
 * we no longer know.
 */
export async function refuseOpenMatters(
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
      ...rows.checkouts.filter(isUnderWay),
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

function isUnderWay({ state }: CustomerRows['checkouts'][number]): boolean {
  return state === 'open' || state === 'expiring';
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
    (delivery) => delivery.status !== 'delivered' && delivery.date >= today,
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

/** Whoever waits for an answer may still be owed a refund. */
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
  const made = `${count(stored)} made before now.`;
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

function count(backups: number): string {
  return backups === 1 ? '1 backup was' : `${backups} backups were`;
}
