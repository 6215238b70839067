/** A customer who has lost the link to their order gets it again: by email, to the order's own address. */
import { desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { emailKey } from '#platform/rules/email-address.ts';
import { orderCodeOf } from '#areas/order-book/rules/order-number.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';

/** What someone typed who looks for their order. */
const Asked = z.object({ orderNumber: z.string(), email: z.string() });
type Asked = z.infer<typeof Asked>;

/** The same link again within this time is one email. */
const REPEAT_MS = 10 * 60_000;

/**
 * The same work whatever was typed: the job that looks for the order runs later, so that neither reply nor time tells
 * whether there is one.
 */
export async function requestOrderLink(
  { db }: { db: Pick<Database, 'execute'> },
  asked: Asked,
): Promise<void> {
  await db.execute(sql`
    select graphile_worker.add_job('send_order_link',
      json_build_object('orderNumber', ${asked.orderNumber}::text, 'email', ${asked.email}::text),
      max_attempts => 5)`);
}

/** The job: an email to the order's own address if number and email belong together, and nothing otherwise. */
export async function sendOrderLink(
  context: Pick<Context, 'db' | 'clock'>,
  payload: unknown,
): Promise<void> {
  const { orderNumber, email } = Asked.parse(payload);
  const code = orderCodeOf(orderNumber);
  if (code === null) return;
  const theirs = await context.db
    .select({ id: orders.id, number: orders.number, email: orders.email })
    .from(orders)
    .where(eq(sql`lower(${orders.email})`, emailKey(email)))
    .orderBy(desc(orders.id));
  const order = theirs.find(({ number }) => orderCodeOf(number) === code);
  if (!order) return;
  await context.db.transaction((tx) =>
    writeMessage(tx, context, {
      kind: 'order_link',
      about: `${order.id}:${Math.floor(context.clock() / REPEAT_MS)}`,
      orderId: order.id,
      recipient: order.email,
    }),
  );
}
