import type { FastifyInstance } from 'fastify';
import {
  getMessage,
  getMessagePage,
  listMessages,
  retryMessage as retryMessageCall,
} from '#contract/emails.ts';
import type { Context } from '#server/context.ts';
import { NotFound } from '#server/errors.ts';
import { staffRoute } from '#server/http/route.ts';
import { countUnsent, describeMessage, findMessages, getMessageRow } from './message-queries.ts';
import { retryMessage } from './retry-message.ts';

/** Email needs inline styles. Everything else is blocked, and only our own pages may frame it. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

export function registerEmailRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  staffRoute(app, listMessages, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    const [page, unsent] = await Promise.all([findMessages(db, query), countUnsent(db)]);
    return { mode: context.mailer.mode, ...unsent, ...page };
  });

  staffRoute(app, getMessage, async ({ params, reply }) => {
    reply.header('cache-control', 'no-store');
    const { message, orderNumber } = await getMessageRow(db, params.id);
    const { from = null, text = null } = message.mail ?? {};
    return { ...describeMessage(message, orderNumber), from, text };
  });

  staffRoute(app, getMessagePage, async ({ params, reply }) => {
    const { message } = await getMessageRow(db, params.id);
    if (!message.mail) throw new NotFound('The text of this email');
    reply
      .header('cache-control', 'no-store')
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', PAGE_POLICY);
    return message.mail.html;
  });

  staffRoute(app, retryMessageCall, async ({ params, reply, staff }) => {
    reply.header('cache-control', 'no-store');
    await retryMessage(context, staff, params.id);
    const { message, orderNumber } = await getMessageRow(db, params.id);
    return describeMessage(message, orderNumber);
  });
}
