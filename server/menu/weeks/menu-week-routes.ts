import type { FastifyInstance } from 'fastify';
import {
  deleteMenuWeek as deleteMenuWeekCall,
  listMenuWeeks as listMenuWeeksCall,
  rotateMenus as rotateMenusCall,
  saveMenuWeek as saveMenuWeekCall,
} from '#contract/kitchen/menu-weeks.ts';
import { readNextMenu } from '#contract/kitchen/next-menu.ts';
import type { Context } from '#server/context.ts';
import { route, staffRoute } from '#server/http/route.ts';
import { listMenuWeeks } from '#server/menu/weeks/menu-week-queries.ts';
import { rotateMenus } from '#server/menu/weeks/rotate-menus.ts';
import { deleteMenuWeek, saveMenuWeek } from '#server/menu/weeks/save-menu-week.ts';

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
