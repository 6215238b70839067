/** What staff write to the customers of many orders: all of it goes into the outbox at once, or none of it. */
import { asc, inArray } from 'drizzle-orm';
import type {
  MessageManyReply,
  MessageManyRequest,
  MessageRow,
} from '#areas/orders/calls/order-bulk.ts';
import { SEGMENT_LENGTH } from '#areas/messages/rules/fill-text.ts';
import { staffTextMessage } from '#areas/messages/rules/messages.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { messages, textRefusals } from '#areas/messages/server/tables/messages.ts';
import { type OrderRow, orders } from '#areas/order-book/server/tables/orders.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { hashOf, requireSamePreview } from '#areas/order-book/server/lock-order.ts';
import { shortLinkFor } from '#areas/order-book/server/tracking-token.ts';
import { messageKey, writeMessage } from '#areas/messages/server/write-message.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { isMobile } from '#areas/business/rules/australia.ts';

/** Throws InvalidRequest, or Conflict `preview_changed`. */
export async function messageMany(
  context: Context,
  staff: StaffMember,
  asked: MessageManyRequest,
): Promise<MessageManyReply> {
  await refuseText(context, asked);
  const ids = [...new Set(asked.ids)];
  if (asked.dryRun) {
    const rows = await findRows(context.db, ids);
    return describeMessage(context, asked, { rows, plan: await plan(context.db, rows, asked) });
  }
  return context.db.transaction(async (tx) => {
    // By id, as every change locks orders: anyone who sends the same once more, or erases one of them, waits.
    const rows = await findRows(tx, ids).for('no key update');
    const planned = await plan(tx, rows, asked);
    const reply = await describeMessage(context, asked, { rows, plan: planned });
    requireSamePreview(asked.previewHash, reply);
    if (!(await isWritten(tx, asked, planned))) await write(tx, context, staff, asked, planned);
    return reply;
  });
}

function findRows(db: Database | Transaction, ids: readonly number[]) {
  return db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(asc(orders.id));
}

function plan(db: Database | Transaction, rows: readonly OrderRow[], asked: MessageManyRequest) {
  const ids = [...new Set(asked.ids)];
  return planMessages(db, rows, { ids, withText: asked.textMessage !== undefined });
}

/** Before anyone is asked: without a text service there are no texts, and each is one text. */
async function refuseText(context: Context, { textMessage }: MessageManyRequest): Promise<void> {
  if (textMessage === undefined) return;
  if (context.texter.mode === 'kept')
    throw new InvalidRequest({ textMessage: 'No text service is set: leave the text out' });
  const { length, fits } = await textFor(context, textMessage, 'example');
  if (fits) return;
  const problem = `Too long: ${length} characters with our name and their link, at most ${SEGMENT_LENGTH}`;
  throw new InvalidRequest({ textMessage: problem });
}

async function textFor(context: Context, words: string, checkoutId: string) {
  const { business } = await context.site.current();
  const link = shortLinkFor(context, checkoutId).url;
  return staffTextMessage(words, { business: business.name, link });
}

type Planned = { rows: readonly OrderRow[]; plan: MessageRow[] };

async function describeMessage(
  context: Context,
  asked: MessageManyRequest,
  { rows, plan: results }: Planned,
): Promise<MessageManyReply> {
  const { subject, text, textMessage, dryRun } = asked;
  return {
    isDryRun: dryRun,
    previewHash: hashOf(subject, text, textMessage ?? null, results),
    textMode: context.texter.mode,
    emails: results.filter(({ ok, isTogether }) => ok && !isTogether).length,
    texts: results.filter(({ phone }) => phone !== '').length,
    example: await exampleOf(context, asked, { rows, plan: results }),
    results,
  };
}

async function exampleOf(
  context: Context,
  { subject, text, textMessage }: MessageManyRequest,
  { rows, plan: results }: Planned,
): Promise<MessageManyReply['example']> {
  const first = results.find(({ ok }) => ok);
  const order = rows.find(({ id }) => id === first?.id);
  if (!first || !order) return null;
  const { number: orderNumber, firstName } = order;
  const { showStaffMessage } = await import('#areas/messages/server/own-messages.ts');
  const asText = first.phone === '' || textMessage === undefined ? null : textMessage;
  return {
    recipient: first.email,
    subject,
    text: await showStaffMessage(context, { orderNumber, firstName, subject, text }),
    textMessage: asText && (await textFor(context, asText, 'example')).text,
  };
}

const aboutOf = ({ key }: MessageManyRequest, { id }: MessageRow) => `${key}:${id}`;

async function isWritten(
  tx: Transaction,
  asked: MessageManyRequest,
  rows: MessageRow[],
): Promise<boolean> {
  const keys = rows.map((row) => messageKey('staff_message', 'email', aboutOf(asked, row)));
  const known = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(inArray(messages.dedupeKey, keys));
  return known.length > 0;
}

async function write(
  tx: Transaction,
  context: Context,
  staff: StaffMember,
  asked: MessageManyRequest,
  planned: readonly MessageRow[],
): Promise<void> {
  const { subject, text, textMessage = '' } = asked;
  const reached = planned.filter(({ ok }) => ok);
  if (reached.length === 0) return;
  for (const row of reached) {
    const message = { kind: 'staff_message', about: aboutOf(asked, row), orderId: row.id } as const;
    if (!row.isTogether)
      await writeMessage(tx, context, {
        ...message,
        recipient: row.email,
        facts: { written: { subject, text } },
      });
    if (row.phone !== '')
      await writeMessage(tx, context, {
        ...message,
        channel: 'text',
        recipient: row.phone,
        facts: { written: { subject, text: textMessage } },
      });
    await recordChange(tx, context, {
      staff,
      action: 'order.message',
      entityId: row.id,
      after: { subject },
    });
  }
  await recordChange(tx, context, {
    staff,
    action: 'order.message_many',
    entityId: 'many',
    after: {
      written: reached.length,
      left: planned.length - reached.length,
      orders: reached.map(({ orderNumber }) => orderNumber),
    },
  });
}

/** Who of many orders gets a message: each address and each phone once. */

/** A row for each id, in that sequence. `withText`: to mobile phones that take our texts, too. */
async function planMessages(
  db: Database | Transaction,
  rows: readonly OrderRow[],
  { ids, withText }: { ids: readonly number[]; withText: boolean },
): Promise<MessageRow[]> {
  const byId = new Map(rows.map((order) => [order.id, order]));
  const refused = withText ? await listRefused(db, rows) : new Set<string>();
  const emails = new Set<string>();
  const phones = new Set<string>();
  return ids.map((id): MessageRow => {
    const order = byId.get(id);
    const none = { id, ok: false, email: '', phone: '', isTogether: false };
    if (!order) return { ...none, code: 'not_found', message: 'There is no such order.' };
    const { number, firstName, lastName, email, phone } = order;
    const row = { ...none, orderNumber: number, customer: `${firstName} ${lastName}` };
    if (email === '')
      return {
        ...row,
        code: 'no_address',
        message: 'Its customer was erased: no address is left.',
      };
    const isTogether = isAgain(emails, email.toLowerCase());
    const isTexted = withText && isMobile(phone) && !refused.has(phone) && !isAgain(phones, phone);
    return { ...row, ok: true, email, phone: isTexted ? phone : '', isTogether };
  });
}

/** Whether it was there already; it is from now on. */
function isAgain(seen: Set<string>, value: string): boolean {
  const wasSeen = seen.has(value);
  seen.add(value);
  return wasSeen;
}

async function listRefused(
  db: Database | Transaction,
  rows: readonly OrderRow[],
): Promise<Set<string>> {
  const refused = await db
    .select({ phone: textRefusals.phone })
    .from(textRefusals)
    .where(
      inArray(
        textRefusals.phone,
        rows.map(({ phone }) => phone),
      ),
    );
  return new Set(refused.map(({ phone }) => phone));
}
