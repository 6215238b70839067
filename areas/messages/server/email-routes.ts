import type { FastifyInstance } from 'fastify';
import {
  getMessage,
  getMessagePage,
  listMessages,
  retryMessage as retryMessageCall,
} from '#areas/messages/calls/emails.ts';
import { resendEmail as resendEmailCall } from '#areas/messages/calls/emails.ts';
import type { Context } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import {
  countUnsent,
  describeMessage,
  findMessages,
  findRefusal,
  getMessageRow,
} from './message-queries.ts';
import { resendEmail } from './resend-email.ts';
import { retryMessage } from './retry-message.ts';

/** Email needs inline styles. Everything else is blocked, and only our own pages may frame it. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

export function registerEmailRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  staffRoute(app, listMessages, async ({ query, staff, reply }) => {
    reply.header('cache-control', 'no-store');
    const [page, unsent] = await Promise.all([findMessages(db, staff, query), countUnsent(db)]);
    return { mode: context.mailer.mode, textMode: context.texter.mode, ...unsent, ...page };
  });

  staffRoute(app, getMessage, async ({ params, staff, reply }) => {
    reply.header('cache-control', 'no-store');
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
      .header('cache-control', 'no-store')
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', PAGE_POLICY);
    return message.mail.html;
  });

  staffRoute(app, resendEmailCall, async ({ params, body, staff }) => {
    await resendEmail(context, staff, params.id, body.key);
    return { ok: true as const };
  });

  staffRoute(app, retryMessageCall, async ({ params, reply, staff }) => {
    reply.header('cache-control', 'no-store');
    await retryMessage(context, staff, params.id);
    const { message, orderNumber } = await getMessageRow(db, staff, params.id);
    return describeMessage(message, orderNumber);
  });
}
