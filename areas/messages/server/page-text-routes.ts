import type { FastifyInstance } from 'fastify';
import {
  changePageText,
  listTexts,
  listTextVersions,
  previewTexts,
} from '#areas/messages/calls/texts.ts';
import {
  describeHistory,
  describeTexts,
  exampleFor,
  saveText,
} from '#areas/messages/server/change-texts.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';

/** It is put into a frame of our own page, never opened by itself. */
const PREVIEW_POLICY =
  "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function registerPageTextRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, listTexts, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    const { menu, texts } = await context.site.current();
    return {
      texts: await describeTexts(context),
      values: { ...texts.values },
      prices: [...new Set(menu.map(({ price }) => `$${price}`))],
      example: await exampleFor(context),
      mode: context.texter.mode,
    };
  });

  staffRoute(app, changePageText, ({ params, body, staff }) =>
    saveText(context, staff, { ...params, ...body }),
  );

  staffRoute(app, listTextVersions, ({ params, reply }) => {
    reply.header('cache-control', 'no-store');
    return describeHistory(context, params.key);
  });

  staffRoute(app, previewTexts, async ({ body, reply }) => {
    reply
      .header('cache-control', 'no-store')
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', PREVIEW_POLICY);
    return context.pagePreview.draw(body.path, body.texts);
  });
}
