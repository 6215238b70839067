import type { FastifyInstance } from 'fastify';
import {
  addCustomerNote,
  deleteCustomerNote,
  eraseCustomer as eraseCustomerCall,
  eraseCustomerById,
  exportCustomers as exportCustomersCall,
  getCustomer as getCustomerCall,
  getCustomerFile,
  listCustomers as listCustomersCall,
  mergeCustomers as mergeCustomersCall,
  type MergePreview,
  type MergeRequest,
} from '#areas/customers/calls/customers.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { describeCustomer, getCustomer } from '#areas/customers/server/get-customer.ts';
import { eraseCustomer } from './erase-customer.ts';
import { emailOfCustomer, emailsOf, isOrderOf } from './find-order.ts';
import { listCustomers, selectCustomers, whoOrdered } from './list-customers.ts';
import { sendCsv, csvOf } from '#platform/server/drawing/csv.ts';
import { offerFile } from '#platform/server/http/assets.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { requireRecentSignIn } from '#areas/staff/server/session.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { customerNotes, customerMerges } from '#areas/customers/server/tables/customers.ts';
import { openNotedReactions, openTold } from '#areas/order-book/server/told-food.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import type { Transaction, Database } from '#platform/server/db/client.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { Conflict, NotFound, InvalidRequest } from '#platform/server/errors.ts';
import { createHash } from 'node:crypto';

export function registerCustomerRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getCustomerFile, async ({ body, reply, staff }) => {
    await requireRecentSignIn(context, reply.request);
    const file = await describeCustomer(context, body.email);
    await context.db.transaction((tx) =>
      recordChange(tx, context, {
        staff,
        action: 'customer.download',
        entityId: 'one',
        after: { orders: file.orders.map(({ number }) => number) },
      }),
    );
    const { timeZone } = (await context.site.current()).business;
    const { date } = wallTimeAt(context.clock(), timeZone);
    offerFile(reply, { name: `customer-${date}.json`, type: 'application/json; charset=utf-8' });
    return file;
  });

  staffRoute(app, eraseCustomerCall, async ({ body, reply, staff }) => {
    await requireRecentSignIn(context, reply.request);
    return eraseCustomer(context, staff, body.email);
  });

  staffRoute(app, eraseCustomerById, async ({ params, reply, staff }) => {
    await requireRecentSignIn(context, reply.request);
    return eraseCustomer(context, staff, await emailOfCustomer(context.db, params.id));
  });

  staffRoute(app, listCustomersCall, ({ query }) => listCustomers(context.db, query));

  staffRoute(app, getCustomerCall, ({ params }) => getCustomer(context, params.id));
  registerCustomerChanges(app, context);
}

function registerCustomerChanges(app: FastifyInstance, context: Context): void {
  staffRoute(app, addCustomerNote, ({ params, body, staff }) =>
    writeCustomerNote(context, staff, { orderId: params.id, text: body.text }),
  );

  staffRoute(app, deleteCustomerNote, ({ params, staff }) =>
    deleteNote(context, staff, { orderId: params.id, noteId: params.noteId }),
  );

  staffRoute(app, mergeCustomersCall, ({ params, body, staff }) =>
    mergeCustomers(context, staff, { orderId: params.id, ...body }),
  );

  staffRoute(app, exportCustomersCall, async ({ reply, staff }) => {
    await requireRecentSignIn(context, reply.request);
    return sendCsv(reply, 'customers.csv', await exportCustomers(context, staff));
  });
}

/** Every customer, who ordered last first, for anyone who asks; kept in the audit trail. */
async function exportCustomers(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
): Promise<string> {
  const { timeZone } = (await context.site.current()).business;
  const dateOf = (instant: string) => wallTimeAt(Date.parse(instant), timeZone).date;
  const customers = await context.db.transaction(async (tx) => {
    const found = await selectCustomers(tx, { who: whoOrdered() });
    await recordChange(tx, context, {
      staff,
      action: 'customer.export',
      entityId: 'all',
      after: { customers: found.length },
    });
    return found;
  });
  return csvOf(
    {
      Name: ({ name }) => name,
      Email: ({ email }) => email,
      Phone: ({ phone }) => formatPhone(phone),
      Suburb: ({ suburb }) => suburb,
      Orders: ({ orders: count }) => count,
      'First order': ({ firstOrderAt }) => dateOf(firstOrderAt),
      'Last order': ({ lastOrderAt }) => dateOf(lastOrderAt),
    },
    customers,
  );
}

/** Adds a note to the person who placed this order. The audit trail says that, never what. Throws NotFound. */
async function writeCustomerNote(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  { orderId, text }: { orderId: number; text: string },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const emails = await emailsOf(tx, await emailOfCustomer(tx, orderId));
    const [note] = await tx
      .insert(customerNotes)
      .values({ orderId, text, writtenBy: staff.email, createdAt: new Date(context.clock()) })
      .returning({ id: customerNotes.id });
    await recordChange(tx, context, {
      staff,
      action: 'customer.add_note',
      entityId: orderId,
      after: { noteId: note?.id },
    });
    const ahead = await ordersAhead(tx, emails);
    for (const id of ahead) await openTold(tx, context, id, [{ text, about: null }]);
    // A reaction holds what they order next as well.
    await openNotedReactions(tx, context, [...ahead, orderId], [text]);
  });
}

/** For this person, with food still to come. */
async function ordersAhead(tx: Transaction, emails: readonly string[]): Promise<number[]> {
  const found = await tx
    .selectDistinct({ id: orders.id })
    .from(orders)
    .innerJoin(deliveries, eq(deliveries.orderId, orders.id))
    .where(
      and(isOrderOf(emails), inArray(deliveries.status, ['planned', 'cooked', 'packed', 'out'])),
    );
  return found.map(({ id }) => id);
}

/** Deletes a note of this person. Throws NotFound. */
async function deleteNote(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  { orderId, noteId }: { orderId: number; noteId: number },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const emails = await emailsOf(tx, await emailOfCustomer(tx, orderId));
    const orderIdsOfCustomer = tx.select({ id: orders.id }).from(orders).where(isOrderOf(emails));
    const deleted = await tx
      .delete(customerNotes)
      .where(and(eq(customerNotes.id, noteId), inArray(customerNotes.orderId, orderIdsOfCustomer)))
      .returning({ id: customerNotes.id });
    if (deleted.length === 0) throw new NotFound('This note');
    await recordChange(tx, context, {
      staff,
      action: 'customer.delete_note',
      entityId: orderId,
      before: { noteId },
    });
  });
}

/** Two customers who are one person: from then on their orders are on one page. Nothing in an order changes. */
type Merge = { orderId: number } & MergeRequest;

/**
 * Joins anyone who orders with `email` to the person of this order. Throws NotFound, InvalidRequest by field, or Conflict
 * `preview_changed` when one of them has ordered since.
 */
async function mergeCustomers(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  { orderId, email, dryRun, previewHash }: Merge,
): Promise<{ preview: MergePreview; isMerged: boolean }> {
  return context.db.transaction(async (tx) => {
    // Merging A into B and B into A at once would leave neither.
    await tx.execute(sql`lock table ${customerMerges} in share row exclusive mode`);
    const [kept = ''] = await emailsOf(tx, await emailOfCustomer(tx, orderId));
    const [joined = ''] = await emailsOf(tx, email);
    if (kept === joined) throw new InvalidRequest({ email: 'This is the same customer already' });
    const preview = await describeMerge(tx, kept, joined);
    if (dryRun) return { preview, isMerged: false };
    if (preview.previewHash !== previewHash) {
      throw new Conflict(
        'preview_changed',
        'Something changed since this preview. Look at it again; nothing was merged.',
        { preview },
      );
    }
    const mark = { intoEmail: kept, mergedBy: staff.email, mergedAt: new Date(context.clock()) };
    await tx
      .update(customerMerges)
      .set({ intoEmail: kept })
      .where(eq(customerMerges.intoEmail, joined));
    await tx.insert(customerMerges).values({ fromEmail: joined, ...mark });
    await recordChange(tx, context, {
      staff,
      action: 'customer.merge',
      entityId: preview.kept.id,
      before: { orders: preview.kept.orders },
      after: { orders: preview.kept.orders + preview.joined.orders, joined: preview.joined.id },
    });
    return { preview, isMerged: true };
  });
}

async function describeMerge(
  tx: Transaction,
  keptEmail: string,
  joinedEmail: string,
): Promise<MergePreview> {
  const kept = await summaryOf(tx, keptEmail);
  const joined = await summaryOf(tx, joinedEmail);
  if (!kept || !joined)
    throw new InvalidRequest({ email: 'No customer has ordered with this email address' });
  const agreedTo = JSON.stringify([kept, joined]);
  return {
    previewHash: createHash('sha256').update(agreedTo).digest('hex').slice(0, 32),
    kept,
    joined,
  };
}

async function summaryOf(tx: Transaction | Database, email: string) {
  const [summary] = await selectCustomers(tx, {
    who: whoOrdered(isOrderOf(await emailsOf(tx, email))),
  });
  return summary;
}
