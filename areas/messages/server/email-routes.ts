import type { FastifyInstance } from 'fastify';
import {
  getMessage,
  getMessagePage,
  listMessages,
  retryMessage as retryMessageCall,
} from '#areas/messages/calls/emails.ts';
import { resendEmail as resendEmailCall } from '#areas/messages/calls/emails.ts';
import type { Context } from '#platform/server/context.ts';
import { NotFound, Conflict } from '#platform/server/errors.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import {
  countUnsent,
  describeMessage,
  findMessages,
  findRefusal,
  getMessageRow,
} from './message-queries.ts';
import { and, eq } from 'drizzle-orm';
import { recordChange } from '#platform/server/audit/audit.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { messageKey, writeMessage } from '#areas/messages/server/write-message.ts';

/** Email needs inline styles. Everything else is blocked, and only our own pages may frame it. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

export function registerEmailRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  staffRoute(app, listMessages, async ({ query, staff }) => {
    const [page, unsent] = await Promise.all([findMessages(db, staff, query), countUnsent(db)]);
    return { mode: context.mailer.mode, textMode: context.texter.mode, ...unsent, ...page };
  });

  staffRoute(app, getMessage, async ({ params, staff }) => {
    const { message, orderNumber } = await getMessageRow(db, staff, params.id);
    const { mail, textMessage } = message;
    return {
      ...describeMessage(message, orderNumber),
      from: mail?.from ?? (textMessage?.from || null),
      text: mail?.text ?? textMessage?.body ?? null,
      refusal: await findRefusal(db, message),
    };
  });

  staffRoute(app, getMessagePage, async ({ params, staff, reply }) => {
    const { message } = await getMessageRow(db, staff, params.id);
    if (!message.mail) throw new NotFound('The text of this email');
    reply

      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', PAGE_POLICY);
    return message.mail.html;
  });

  staffRoute(app, resendEmailCall, async ({ params, body, staff }) => {
    await resendEmail(context, staff, params.id, body.key);
    return { ok: true as const };
  });

  staffRoute(app, retryMessageCall, async ({ params, staff }) => {
    await retryMessage(context, staff, params.id);
    const { message, orderNumber } = await getMessageRow(db, staff, params.id);
    return describeMessage(message, orderNumber);
  });
}

/** Sends a failed message again, with as many attempts as a new one. Throws NotFound, or Conflict `not_failed`. */
export async function retryMessage(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  id: number,
): Promise<void> {
  const { message } = await getMessageRow(context.db, staff, id);
  await context.db.transaction(async (tx) => {
    const [changed] = await tx
      .update(messages)
      .set({ state: 'waiting', tries: 0, refusedAttempt: 0, nextTryAt: null })
      .where(and(eq(messages.id, message.id), eq(messages.state, 'failed')))
      .returning({ id: messages.id });
    if (!changed) {
      throw new Conflict(
        'not_failed',
        `This message is ${message.state}. Only failed messages can be sent again.`,
      );
    }
    await recordChange(tx, context, {
      staff,
      action: 'message.retry',
      entityId: id,
      before: { state: message.state, lastError: message.lastError },
      after: { state: 'waiting' },
    });
  });
}

/**
 * Writes an email about an order once more, of the same kind and to the same address; one for each `key`, however often
 * it is sent. Throws NotFound, or Conflict `not_resendable`.
 */
async function resendEmail(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  id: number,
  key: string,
): Promise<void> {
  const { message } = await getMessageRow(context.db, staff, id);
  const { kind, channel, recipient, orderId, deliveryId, facts } = message;
  if (channel !== 'email' || orderId === null || recipient === '') {
    throw new Conflict('not_resendable', 'Only emails about an order can be sent once more.');
  }
  if (kind === 'staff_message') {
    throw new Conflict('not_resendable', 'Its words are in the email itself: write it again.');
  }
  const about = `again:${key}`;
  await context.db.transaction(async (tx) => {
    const known = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(eq(messages.dedupeKey, messageKey(kind, channel, about)));
    if (known.length > 0) return;
    await writeMessage(tx, context, { kind, about, recipient, orderId, deliveryId, facts });
    await recordChange(tx, context, {
      staff,
      action: 'message.resend',
      entityId: id,
      after: { kind },
    });
  });
}
