import type { FastifyInstance } from 'fastify';
import {
  changeMessageText,
  listMessageTexts,
  resetMessageText,
} from '#areas/messages/calls/emails.ts';
import type { Context } from '#platform/server/context.ts';
import { changeWords, describeWords, exampleFor } from '#areas/messages/server/change-words.ts';
import { staffRoute } from '#platform/server/http/route.ts';

export function registerMessageTextRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, listMessageTexts, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    const [example, texts] = await Promise.all([exampleFor(context), describeWords(context.db)]);
    return { example, mode: context.texter.mode, texts };
  });

  staffRoute(app, changeMessageText, ({ params, body, staff }) => {
    const { channel, version, subject, text } = body;
    return changeWords(context, staff, { ...params, channel, version, words: { subject, text } });
  });

  staffRoute(app, resetMessageText, ({ params, query, staff }) =>
    changeWords(context, staff, { ...params, ...query, words: null }),
  );
}
