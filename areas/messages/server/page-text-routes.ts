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

/** For our own pages. The frame runs none, and would say so of each. */
const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>/g;

export function registerPageTextRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, listTexts, async () => {
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
    saveText(context, staff, params.key, body),
  );

  staffRoute(app, listTextVersions, ({ params }) => describeHistory(context, params.key));

  staffRoute(app, previewTexts, async ({ body }) => {
    const html = await context.pagePreview.draw(body.path, body.texts);
    return { html: html.replaceAll(SCRIPTS, '') };
  });
}
