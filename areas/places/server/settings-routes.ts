import type { FastifyInstance } from 'fastify';
import {
  getSettings,
  getSettingsVersion,
  listUnlistedSuburbs as listUnlistedSuburbsCall,
  listSettingsVersions,
  saveSettings as saveSettingsCall,
} from '#areas/business/calls/settings.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { describeSettings, saveSettings } from '#areas/places/server/save-settings.ts';
import { listUnlistedSuburbs } from '#areas/places/server/unlisted-suburbs.ts';
import { describeVersion, listVersions } from '#areas/business/server/settings-versions.ts';

export function registerSettingsRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getSettings, ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return describeSettings(context.db);
  });

  staffRoute(app, saveSettingsCall, ({ body, staff }) => saveSettings(context, staff, body));

  staffRoute(app, listUnlistedSuburbsCall, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    const { business } = await context.site.current();
    return { suburbs: await listUnlistedSuburbs(context.db, business) };
  });

  staffRoute(app, listSettingsVersions, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return { versions: await listVersions(context.db) };
  });

  staffRoute(app, getSettingsVersion, ({ params, reply }) => {
    reply.header('cache-control', 'no-store');
    return describeVersion(context.db, params.version);
  });
}
