import { MINUTE_MS, DAY_MS } from '#platform/rules/durations.ts';
import { desc, lt, type SQL, sql, inArray } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import {
  type BooksCheckRow,
  booksChecks,
  type BrokenRule,
  type BooksDay,
  ledgerEntries,
  payments,
} from '#areas/order-book/server/tables/payments.ts';
import { Unavailable } from '#platform/server/errors.ts';
import { listOpenBalances, findMoneyFaults } from '#areas/order-book/server/open-balances.ts';
import { type Instant, toInstantText, instantOf, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { type Cents, formatDollars, sumCents } from '#platform/rules/money.ts';
import type { GatewayRefund, ListedIntent } from '#platform/server/gateway-port.ts';

const MOST_BALANCES = 200;
const KEPT_MS = 400 * 24 * 60 * 60_000;

/**
 * The nightly check: all rules on our own books, and a month of days against the card provider's. Stores the result.
 */
export async function checkBooks(context: Context): Promise<BooksCheckRow> {
  const broken = await findBrokenRules(context);
  const { days, problems: apart, notCompared } = await compare(context);
  const open = await listOpenBalances(context.db);
  const openBalances = open.slice(0, MOST_BALANCES).map(({ orderId }) => orderId);
  const problems = [...broken, ...apart];
  const ok = problems.length === 0;
  const at = new Date(context.clock());
  const [check] = await context.db
    .insert(booksChecks)
    .values({ at, ok, problems, days, notCompared, openBalances })
    .returning();
  if (!check) throw new Error('the result of the check was not stored');
  await context.db.delete(booksChecks).where(lt(booksChecks.at, new Date(at.getTime() - KEPT_MS)));
  for (const { rule, count } of problems) {
    context.log.error({ alarm: 'books', rule, count }, 'the books do not balance');
  }
  return check;
}

export async function findLastCheck({
  db,
}: Pick<Context, 'db'>): Promise<BooksCheckRow | undefined> {
  const [last] = await db.select().from(booksChecks).orderBy(desc(booksChecks.id)).limit(1);
  return last;
}

/** A silent card provider is a finding like any other: nothing was compared. */
async function compare(context: Context): Promise<BooksComparison> {
  try {
    return await compareBooks(context, COMPARED_DAYS);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    const rule = 'the card provider did not respond: its books were not compared';
    return { days: [], problems: [{ rule, count: 1, examples: [] }], compared: 0, notCompared: 0 };
  }
}

// What must be true of money, orders and slots after any event: the nightly check, the health check and every test
// ask.

/**
 * Each query, by the rule it is about, finds rows that break it, and scans each table only once, because it runs on years of
 * orders.
 */
type Checks = Readonly<Record<string, SQL>>;

/** What no query can judge, by the functions that pages and steps go by: rows that break a rule, as of now. */
type FindFaults = (tx: Transaction, now: Instant) => Promise<readonly Fault[]>;

type Fault = { rule: string; example: string };

declare module '#platform/server/area.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Area {
    /** What must be true of its rows after any event. */
    checks?: Checks;
    faults?: FindFaults;
  }
}

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    checks: Checks;
    faults: readonly FindFaults[];
  }
}

const MOST_EXAMPLES = 10;

/** Evaluates all rules on one snapshot of the database, so concurrent writes break none. */
export async function findBrokenRules({
  db,
  checks,
  faults,
  clock,
}: Pick<Context, 'db' | 'checks' | 'faults' | 'clock'>): Promise<BrokenRule[]> {
  return db.transaction(
    async (tx) => {
      const found = [
        ...(await askChecks(tx, checks)),
        ...(await findMoneyFaults(tx)),
        ...(await findFaults(tx, faults, clock())),
      ];
      return [...Map.groupBy(found, ({ rule }) => rule)].map(([rule, rows]) => ({
        rule,
        count: rows.length,
        examples: rows.slice(0, MOST_EXAMPLES).map(({ example }) => example),
      }));
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** All in one statement: every test asks, and each way to the database and back costs more than most of the queries. */
async function askChecks(tx: Transaction, checks: Checks): Promise<Fault[]> {
  const parts = Object.entries(checks).map(
    ([rule, query]) =>
      sql`select ${rule}::text as rule, to_jsonb(found)::text as example from (${query}) found`,
  );
  const { rows } = await tx.execute<Fault>(sql.join(parts, sql` union all `));
  return rows;
}

/** What the areas themselves judge, one after the other. */
export async function findFaults(
  tx: Transaction,
  faults: readonly FindFaults[],
  now: Instant,
): Promise<Fault[]> {
  const found: Fault[] = [];
  for (const find of faults) found.push(...(await find(tx, now)));
  return found;
}

// Compares the card provider's books with ours: every payment has its order (I1), and each day's totals agree to the
// cent (I4).

/** How far back our books are compared with the card provider's. */
export const COMPARED_DAYS = 31;

export type BooksComparison = {
  days: BooksDay[];
  problems: BrokenRule[];
  /** Payments and refunds at the card provider that were compared, and those too young to be. */
  compared: number;
  notCompared: number;
};

/** Very recent payments and refunds may still be being recorded. */
const SETTLING_MINUTES = 5;
const LONGEST_APPROVAL_MINUTES = 15;
/** How late we may learn of a payment, and how long a refund may be pending. */
const LATE_PAYMENT_DAYS = 4;
const SLOW_REFUND_DAYS = 35;

/** An amount on a day: captured or refunded, in the gateway's books or in ours. */
type Booking = {
  date: PlainDate;
  side: 'provider' | 'ours';
  way: 'captured' | 'refunded';
  cents: Cents;
};

/**
 * The kitchen's last `dayCount` days, newest first, by the real clock, which the gateway uses. Both sides count money
 * on the day the gateway booked it, so that midnight makes no difference; the last `settlingMs` are left out. Throws
 * Unavailable.
 */
export async function compareBooks(
  context: Context,
  dayCount: number,
  settlingMs: number = SETTLING_MINUTES * MINUTE_MS,
): Promise<BooksComparison> {
  const { timeZone } = (await context.site.current()).business;
  const until = Date.now() - settlingMs;
  const today = wallTimeAt(Date.now(), timeZone).date;
  const dates = Array.from({ length: dayCount }, (_, index) => addDays(today, -index));
  const since = instantOf({ date: addDays(today, 1 - dayCount), minuteOfDay: 0 }, timeZone);
  const intents = await context.gateway.listIntentsSince(since - LATE_PAYMENT_DAYS * DAY_MS);
  const allPaid = intents.filter(isPaidAndOurs);
  const paid = allPaid.filter(({ capturedAt }) => (capturedAt ?? 0) <= until);
  const listed = await context.gateway.listRefundsSince(since - SLOW_REFUND_DAYS * DAY_MS);
  const settled = await findSettled(context, [...paid, ...listed]);
  const backs = listed.filter(
    (refund) => settled.has(refund.paymentIntentId) && refund.createdAt <= until,
  );
  const dateOf = (at: Instant) => wallTimeAt(at, timeZone).date;
  const lost = paid.filter(({ id }) => !settled.has(id) && !isGivenBack(id, paid, listed));
  const bookings = [
    ...paid
      .filter((intent) => settled.has(intent.id) || lost.includes(intent))
      .map((intent) => bookCapture(intent, dateOf)),
    ...backs.filter(({ state }) => state === 'succeeded').map((refund) => bookBack(refund, dateOf)),
    ...(await bookOurs(context, { intents: allPaid, refunds: listed, since, until, dateOf })),
  ];
  const days = dates.map((date) => totalsOf(date, bookings));
  const inDays = bookings.filter(({ date, side }) => side === 'provider' && dates.includes(date));
  const young = listed.filter(({ createdAt }) => createdAt > until);
  return {
    days,
    problems: [...describeLost(lost), ...describeLingering(intents), ...describeUneven(days)],
    compared: inDays.length,
    notCompared: allPaid.length - paid.length + young.length,
  };
}

function isPaidAndOurs({ status, checkoutId, topUp }: ListedIntent): boolean {
  return status === 'succeeded' && (checkoutId !== null || topUp !== null);
}

/** "4 payments younger than 5 minutes not compared yet"; null: everything was compared. */
export function describeNotCompared(count: number): string | null {
  if (count === 0) return null;
  const what = count === 1 ? '1 payment or refund' : `${count} payments and refunds`;
  return `${what} younger than ${SETTLING_MINUTES} minutes not compared yet`;
}

function bookCapture(
  { capturedAt, amountCents }: ListedIntent,
  dateOf: (at: Instant) => PlainDate,
): Booking {
  return { date: dateOf(capturedAt ?? 0), side: 'provider', way: 'captured', cents: amountCents };
}

function bookBack(
  { createdAt, amountCents }: GatewayRefund,
  dateOf: (at: Instant) => PlainDate,
): Booking {
  return { date: dateOf(createdAt), side: 'provider', way: 'refunded', cents: amountCents };
}

/** Which of these payments, or of the payments these refunds belong to, have an order. */
async function findSettled(
  { db }: Pick<Context, 'db'>,
  objects: readonly (ListedIntent | GatewayRefund)[],
): Promise<Set<string | null>> {
  const ids = objects.flatMap((object) =>
    'paymentIntentId' in object ? (object.paymentIntentId ?? []) : object.id,
  );
  const rows = await db
    .select({ id: payments.paymentIntentId })
    .from(payments)
    .where(inArray(payments.paymentIntentId, ids));
  return new Set(rows.map(({ id }) => id));
}

/** Our ledger, each entry on the gateway's day; entries unknown to the gateway stay on their own day. */
async function bookOurs(
  { db }: Pick<Context, 'db'>,
  books: {
    intents: readonly ListedIntent[];
    refunds: readonly GatewayRefund[];
    since: Instant;
    until: Instant;
    dateOf: (at: Instant) => PlainDate;
  },
): Promise<Booking[]> {
  // Also those too young to be compared: by our clock, which may differ, their entries could be old enough.
  const bookedAt = new Map<string, Instant>([
    ...books.intents.map(
      ({ id, chargeId, capturedAt }) => [chargeId ?? id, capturedAt ?? 0] as const,
    ),
    ...books.refunds.map(({ id, createdAt }) => [id, createdAt] as const),
    // A refund that failed later is in the ledger twice.
    ...books.refunds.map(({ id, createdAt }) => [`${id}:failed`, createdAt] as const),
  ]);
  // Those that the gateway lists, whatever our clock said then: the server's clock may be set to another time.
  const entries = await db
    .select()
    .from(ledgerEntries)
    .where(
      sql`${ledgerEntries.createdAt} >= ${toInstantText(books.since)}::timestamptz
        or ${ledgerEntries.gatewayId} = any (${sql.param([...bookedAt.keys()])}::text[])`,
    );
  return entries.flatMap(({ gatewayId, kind, amountCents, createdAt }): Booking[] => {
    const at = bookedAt.get(gatewayId) ?? createdAt.getTime();
    if (at > books.until) return [];
    const side = 'ours';
    // What a bank takes is listed with its dispute.
    if (kind === 'dispute_taken' || kind === 'dispute_returned') return [];
    return kind === 'capture'
      ? [{ date: books.dateOf(at), side, way: 'captured', cents: amountCents }]
      : [{ date: books.dateOf(at), side, way: 'refunded', cents: -amountCents }];
  });
}

function totalsOf(date: PlainDate, bookings: readonly Booking[]): BooksDay {
  const sum = (side: Booking['side'], way: Booking['way']) =>
    sumCents(
      bookings
        .filter((one) => one.date === date && one.side === side && one.way === way)
        .map(({ cents }) => cents),
    );
  const totals = (side: Booking['side']) => ({
    capturedCents: sum(side, 'captured'),
    refundedCents: sum(side, 'refunded'),
  });
  return { date, provider: totals('provider'), ours: totals('ours') };
}

/** Provider minus ours, in cents. */
export function differenceOf({ provider, ours }: BooksDay): Cents {
  return (
    provider.capturedCents - provider.refundedCents - (ours.capturedCents - ours.refundedCents)
  );
}

/** Fully refunded before it ever became an order: neither the capture nor the refund is counted. */
function isGivenBack(
  id: string,
  paid: readonly ListedIntent[],
  listed: readonly GatewayRefund[],
): boolean {
  const amountCents = paid.find((intent) => intent.id === id)?.amountCents ?? 0;
  const back = listed.filter((one) => one.paymentIntentId === id && one.state !== 'failed');
  return sumCents(back.map((one) => one.amountCents)) >= amountCents;
}

function describeLost(lost: readonly ListedIntent[]): BrokenRule[] {
  if (lost.length === 0) return [];
  const rule = 'I1 every payment has exactly one order, or was refunded in full';
  const examples = lost.map(({ id, amountCents }) => `${id}: ${formatDollars(amountCents)}`);
  return [{ rule, count: lost.length, examples: examples.slice(0, 10) }];
}

/** Neither taken nor let go long after their banks approved: someone's money is blocked for nothing. */
function describeLingering(intents: readonly ListedIntent[]): BrokenRule[] {
  const before = Date.now() - LONGEST_APPROVAL_MINUTES * MINUTE_MS;
  const lingering = intents.filter(
    ({ checkoutId, topUp, approvedAt }) =>
      (checkoutId !== null || topUp !== null) && approvedAt !== null && approvedAt < before,
  );
  if (lingering.length === 0) return [];
  const rule = 'I1 every approval older than 15 minutes is captured or cancelled';
  const examples = lingering.map(({ id, amountCents }) => `${id}: ${formatDollars(amountCents)}`);
  return [{ rule, count: lingering.length, examples: examples.slice(0, 10) }];
}

function describeUneven(days: readonly BooksDay[]): BrokenRule[] {
  const uneven = days.filter(
    ({ provider, ours }) =>
      provider.capturedCents !== ours.capturedCents ||
      provider.refundedCents !== ours.refundedCents,
  );
  if (uneven.length === 0) return [];
  const rule = "I4 each day's total is the card provider's total";
  const examples = uneven.map((day) => `${day.date}: ${formatDollars(differenceOf(day))} apart`);
  return [{ rule, count: uneven.length, examples: examples.slice(0, 10) }];
}
