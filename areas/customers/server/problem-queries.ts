import { DAY_MS } from '#platform/rules/durations.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { asc, count, desc, eq, inArray, isNotNull, isNull, sql, and, lt, or } from 'drizzle-orm';
import type { StaffProblemReply, TrackedProblemReply } from '#areas/customers/calls/aftercare.ts';
import {
  compareProblems,
  MOST_OPEN_PROBLEMS,
  MOST_PROBLEM_PHOTOS,
} from '#areas/customers/rules/problems.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { peopleOf } from '#areas/order-book/rules/people-after.ts';
import {
  customerName,
  itemsOf,
  type Order,
  type OrderItem,
} from '#areas/order-book/rules/order.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { problemPhotos, type ProblemRow, problems } from './tables/problems.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { isOfCustomer } from './find-customer.ts';
import { NotFound, Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { loadOrders, orderIdOf } from '#areas/order-book/server/load-orders.ts';
import { paidBackItems } from '#areas/order-book/rules/order-account.ts';
import { randomUUID } from 'node:crypto';
import { encodePhoto } from '#areas/menu/server/open-pictures.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';

const MOST_OPEN = 500;
const MOST_DECIDED = 100;

export async function listOwnProblems(db: Database, order: Order): Promise<TrackedProblemReply[]> {
  const rows = await db
    .select()
    .from(problems)
    .where(eq(problems.orderId, order.id))
    .orderBy(desc(problems.id));
  return Promise.all(rows.map((row) => describeOwnProblem(db, order, row)));
}

export async function describeOwnProblem(
  db: Database,
  order: Order,
  row: ProblemRow,
): Promise<TrackedProblemReply> {
  const photos = await listPhotos(db, [row.id]);
  return {
    id: row.id,
    kind: row.kind,
    text: row.text,
    mealNames: itemsIn(order, row.itemIds).map(({ meal }) => meal.name),
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    photos: photos.length,
    decided: describeDecision(order, row),
  };
}

/** An item that an edit has removed since is left out. */
function itemsIn(order: Order, ids: readonly number[]): OrderItem[] {
  return itemsOf(order).filter(({ id }) => ids.includes(id));
}

function describeDecision(order: Order, row: ProblemRow): TrackedProblemReply['decided'] {
  const { decision, decidedAt, answer, refundId, refundCents, toDate, toWindow } = row;
  if (decision === null || decidedAt === null) return null;
  return {
    decision,
    at: decidedAt.toISOString(),
    answer,
    refund: refundCents === null ? null : formatAmount(refundCents),
    refundState: order.refunds.find(({ id }) => id === refundId)?.state ?? null,
    date: toDate,
    window: toWindow,
  };
}

function listPhotos(db: Database, problemIds: readonly number[]) {
  return db
    .select({ id: problemPhotos.id, problemId: problemPhotos.problemId })
    .from(problemPhotos)
    .where(inArray(problemPhotos.problemId, [...problemIds]))
    .orderBy(asc(problemPhotos.createdAt), asc(problemPhotos.id));
}

type ProblemFilter = {
  state: 'open' | 'decided';
  orderId?: number | undefined;
  /** Any order of the customer. */
  customer?: number | undefined;
};

/** The open ones, urgent and overdue first; or the newest decided. Of an order all. */
export async function listStaffProblems(
  context: Pick<Context, 'db' | 'clock'>,
  { state, orderId, customer }: ProblemFilter,
): Promise<{ problems: StaffProblemReply[]; open: number; urgent: number }> {
  const { db } = context;
  const ofState = state === 'open' ? isNull(problems.decision) : isNotNull(problems.decision);
  const rows = await db
    .select()
    .from(problems)
    .where(
      orderId !== undefined
        ? eq(problems.orderId, orderId)
        : customer === undefined
          ? ofState
          : inArray(problems.orderId, ordersOfCustomer(db, customer)),
    )
    .orderBy(...(state === 'open' ? [asc(problems.dueAt)] : [desc(problems.decidedAt)]))
    .limit(state === 'open' ? MOST_OPEN : MOST_DECIDED);
  const [open] = await db
    .select({
      number: count(),
      urgent: sql<number>`(count(*) filter (where ${problems.isUrgent}))::int`,
    })
    .from(problems)
    .where(isNull(problems.decision));
  const described = await describeProblems(db, rows, context.clock());
  return {
    problems:
      state === 'open' && orderId === undefined && customer === undefined
        ? described.toSorted((one, other) => compareProblems(sortable(one), sortable(other)))
        : described,
    open: open?.number ?? 0,
    urgent: open?.urgent ?? 0,
  };
}

function ordersOfCustomer(db: Database, orderId: number) {
  return db.select({ id: orders.id }).from(orders).where(isOfCustomer(orders.email, orderId));
}

function sortable({ isUrgent, dueAt }: StaffProblemReply) {
  return { isUrgent, dueAt: Date.parse(dueAt) };
}

/** Throws NotFound. */
export async function getStaffProblem(
  context: Pick<Context, 'db' | 'clock'>,
  id: number,
): Promise<StaffProblemReply> {
  const rows = await context.db.select().from(problems).where(eq(problems.id, id));
  const [problem] = await describeProblems(context.db, rows, context.clock());
  if (!problem) throw new NotFound('This problem');
  return problem;
}

async function describeProblems(
  db: Database,
  rows: readonly ProblemRow[],
  now: Instant,
): Promise<StaffProblemReply[]> {
  if (rows.length === 0) return [];
  const orderIds = [...new Set(rows.map(({ orderId }) => orderId))];
  const [orderRows, photos] = await Promise.all([
    db.select().from(orders).where(inArray(orders.id, orderIds)),
    listPhotos(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  const loaded = await loadOrders(db, orderRows);
  return rows.flatMap((row) => {
    const order = loaded.find(({ id }) => id === row.orderId);
    const itsPhotos = photos.filter(({ problemId }) => problemId === row.id).map(({ id }) => id);
    return order ? [describeForStaff(order, row, itsPhotos, now)] : [];
  });
}

function describeForStaff(
  order: Order,
  row: ProblemRow,
  photos: string[],
  now: Instant,
): StaffProblemReply {
  const people = peopleOf(order);
  const refunded = new Set(paidBackItems(order));
  const decided = describeDecision(order, row);
  return {
    id: row.id,
    orderId: order.id,
    orderNumber: order.number,
    customerName: customerName(order.customer),
    phone: order.customer.phone,
    kind: row.kind,
    text: row.text,
    isUrgent: row.isUrgent,
    isLate: decided === null && row.dueAt.getTime() <= now,
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    items: itemsIn(order, row.itemIds).map((item) => ({
      id: item.id,
      mealName: item.meal.name,
      personName: item.personName,
      allergens: cannotHave(people.find(({ name }) => name === item.personName)),
      date: item.deliveryDate,
      price: formatAmount(item.priceCents),
      isRefunded: refunded.has(item.id),
    })),
    photos,
    decided: decided && {
      ...decided,
      by: row.decidedBy ?? '',
      itemIds: row.decidedItemIds ?? [],
    },
  };
}

function cannotHave(person: Pick<FoodNeeds, 'allergens' | 'avoid'> | undefined): string[] {
  return person ? [...person.allergens, ...person.avoid] : [];
}

// Photos that customers send with a problem: kept privately, and deleted when they have served their purpose.

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
      throw new Conflict('too_many_photos', 'That’s too many photos. Send the problem first.');
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
