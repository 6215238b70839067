/** A customer who has lost the link to their order gets it again: by email, to the order's own address. */
import { desc, eq, sql } from 'drizzle-orm';
import { emailKey } from '#platform/rules/email-address.ts';
import { DOUBLING_MINUTES, retryWait } from '#platform/rules/retry-wait.ts';
import { orderCodeOf } from '#areas/order-book/rules/order-number.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { doDueWork } from '#platform/server/queue/do-due-work.ts';
import type { DueWork } from '#platform/server/queue/due-work.ts';
import { type LinkRequest, linkRequests } from '#areas/customers/server/tables/link-requests.ts';
import { type OrderRow, orders } from '#areas/order-book/server/tables/orders.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';

const MINUTE_MS = 60_000;
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
  // Whoever was taken for dead may be alive.
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
  const theirs = await tx
    .select({ id: orders.id, number: orders.number, email: orders.email })
    .from(orders)
    .where(eq(sql`lower(${orders.email})`, emailKey(email)))
    .orderBy(desc(orders.id));
  return theirs.find(({ number }) => orderCodeOf(number) === code);
}
