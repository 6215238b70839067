import type { FastifyInstance } from 'fastify';
import {
  deleteMenuWeek as deleteMenuWeekCall,
  listMenuWeeks as listMenuWeeksCall,
  rotateMenus as rotateMenusCall,
  saveMenuWeek as saveMenuWeekCall,
} from '#areas/menu/calls/menu-weeks.ts';
import { readNextMenu } from '#areas/menu/calls/next-menu.ts';
import type { Context } from '#platform/server/context.ts';
import { route, staffRoute } from '#platform/server/http/route.ts';
import { listMenuWeeks } from '#areas/menu/server/menu-week-queries.ts';
import { rotateMenus } from '#areas/recipes/server/rotate-menus.ts';
import { deleteMenuWeek, saveMenuWeek } from '#areas/recipes/server/save-menu-week.ts';

export function registerMenuWeekRoutes(app: FastifyInstance, context: Context): void {
  route(app, readNextMenu, async () => ({ menu: (await context.site.current()).nextMenu }));
  staffRoute(app, listMenuWeeksCall, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return listMenuWeeks(context.db, query);
  });
  staffRoute(app, saveMenuWeekCall, ({ params, body, staff }) =>
    saveMenuWeek(context, staff, params.weekStart, body),
  );
  staffRoute(app, deleteMenuWeekCall, ({ params, staff }) =>
    deleteMenuWeek(context, staff, params.weekStart),
  );
  staffRoute(app, rotateMenusCall, ({ body, staff }) => rotateMenus(context, staff, body));
}
