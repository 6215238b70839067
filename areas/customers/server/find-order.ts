/** A customer who has lost the link to their order gets it again: by email, to the order's own address. */
import { MINUTE_MS } from '#platform/rules/durations.ts';
import { desc, eq, sql, inArray, type SQL } from 'drizzle-orm';
import { emailKey } from '#platform/rules/customer-name.ts';
import { DOUBLING_MINUTES, retryWait } from '#platform/rules/due-work.ts';
import { orderCodeOf } from '#areas/order-book/rules/order-number.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction, Database } from '#platform/server/db/client.ts';
import { doDueWork, type DueWork } from '#platform/server/queue/due-work.ts';
import { type LinkRequest, linkRequests } from './tables/customers.ts';
import { type OrderRow, orders } from '#areas/order-book/server/tables/orders.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import type { FastifyInstance } from 'fastify';
import { findOrder } from '#areas/customers/calls/find-order.ts';
import { keyedHash } from '#platform/server/link-token.ts';
import { route } from '#platform/server/http/route.ts';
import { throttle, throttleCaller } from '#platform/server/http/throttle.ts';
import { assertDefined, NotFound } from '#platform/server/errors.ts';

/** The same link again within this time is one email. */
const REPEAT_MS = 10 * MINUTE_MS;
/** A link that comes later than this is of no use any more. */
const OLDEST_MS = 60 * MINUTE_MS;

/**
 * The same work whatever was typed: the order is looked for later, so that neither reply nor time tells whether there is
 * one.
 */
export async function requestOrderLink(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { orderNumber, email }: Pick<LinkRequest, 'orderNumber' | 'email'>,
): Promise<void> {
  await db.insert(linkRequests).values({ orderNumber, email, createdAt: new Date(clock()) });
}

export const linkRequestWork: DueWork<LinkRequest, Context, 'tried'> = {
  table: linkRequests,
  isOpen: sql`true`,
  isGivenUp: sql`false`,
  since: linkRequests.createdAt,
  order: [linkRequests.id],
  claimMs: MINUTE_MS,
  async tryRow(context, request) {
    await context.db.transaction((tx) => answer(tx, context, request));
    return { is: 'tried' };
  },
  waitMs: ({ tries }) => retryWait(DOUBLING_MINUTES, tries),
  logFields: ({ id }) => ({ linkRequestId: id }),
  says: { triedAgain: 'a link that was asked for could not be written yet' },
};

export async function sendOrderLinks(context: Context): Promise<void> {
  await doDueWork(context, linkRequestWork);
}

/** An email to the order's own address if number and email belong together, and nothing otherwise. */
async function answer(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { id, orderNumber, email, createdAt }: LinkRequest,
): Promise<void> {
  const [request] = await tx.delete(linkRequests).where(eq(linkRequests.id, id)).returning();
  // Anyone who was taken for dead may be alive.
  if (!request || context.clock() - createdAt.getTime() > OLDEST_MS) return;
  const order = await findTheirs(tx, orderNumber, email);
  if (!order) return;
  await writeMessage(tx, context, {
    kind: 'order_link',
    about: `${order.id}:${Math.floor(context.clock() / REPEAT_MS)}`,
    orderId: order.id,
    recipient: order.email,
  });
}

async function findTheirs(
  tx: Transaction,
  orderNumber: string,
  email: string,
): Promise<Pick<OrderRow, 'id' | 'email'> | undefined> {
  const code = orderCodeOf(orderNumber);
  if (code === null) return undefined;
  const ordersOfEmail = await tx
    .select({ id: orders.id, number: orders.number, email: orders.email })
    .from(orders)
    .where(eq(sql`lower(${orders.email})`, emailKey(email)))
    .orderBy(desc(orders.id));
  return ordersOfEmail.find(({ number }) => orderCodeOf(number) === code);
}

/** From wherever it is asked. */
const OF_ONE_EMAIL = { limit: 5, windowSeconds: 60 * 60 };

export function registerFindOrderRoutes(app: FastifyInstance, context: Context): void {
  route(app, findOrder, async ({ body, reply }) => {
    await throttleCaller(context, 'findOrder', reply.request);
    // By what was typed, whether or not an order has it: a refusal tells nothing either.
    await throttle(context, {
      key: `findOrderOfEmail ${keyedHash(context.trackingSecret, emailKey(body.email))}`,
      ...OF_ONE_EMAIL,
    });
    await requestOrderLink(context, body);
    return {
      message:
        'If number and email belong together, we’ve sent the link to your order to that address.',
    };
  });
}

/** The email address that the order with this id has now. Throws NotFound, for erased customers too. */
export async function emailOfCustomer(
  db: Database | Transaction,
  orderId: number,
): Promise<string> {
  const [row] = await db.select({ email: orders.email }).from(orders).where(eq(orders.id, orderId));
  if (!row || row.email === '') throw new NotFound('This customer');
  return row.email;
}

/** Every email of a person, in small letters, the kept one first. */
export async function emailsOf(db: Database | Transaction, email: string): Promise<string[]> {
  const { rows } = await db.execute<{ emails: string[] }>(
    sql`select customer_emails(${emailKey(email)}) as emails`,
  );
  return assertDefined(rows[0], 'the emails').emails;
}

/** Orders of a person, by `emailsOf`. */
export function isOrderOf(emails: readonly string[]): SQL {
  return inArray(sql`lower(${orders.email})`, [...emails]);
}
