import type { FastifyInstance } from 'fastify';
import {
  deleteMenuWeek as deleteMenuWeekCall,
  listMenuWeeks as listMenuWeeksCall,
  rotateMenus as rotateMenusCall,
  saveMenuWeek as saveMenuWeekCall,
  type CopiedMenusReply,
  type MenuWeekReply,
  readNextMenu,
} from '#areas/menu/calls/menu-weeks.ts';
import type { Context } from '#platform/server/context.ts';
import { route, staffRoute } from '#platform/server/http/route.ts';
import { listMenuWeeks } from '#areas/menu/server/menu-week-queries.ts';
import {
  deleteMenuWeek,
  saveMenuWeek,
  refuseWeek,
  writeMenu,
} from '#areas/recipes/server/save-menu-week.ts';
import { addDays, daysBetween, type PlainDate } from '#platform/rules/plain-date.ts';
import type { MenuEntry } from '#areas/menu/rules/menu-week.ts';
import { isMealAvailableOn } from '#areas/menu/rules/meal-availability.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { Conflict } from '#platform/server/errors.ts';
import type { SiteMeal } from '#areas/menu/server/site-port.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

export function registerMenuWeekRoutes(app: FastifyInstance, context: Context): void {
  // Nobody is told of a day from which they could order, and then cannot.
  route(app, readNextMenu, async () => ({
    menu: context.gateway.bar === null ? (await context.site.current()).nextMenu : null,
  }));
  staffRoute(app, listMenuWeeksCall, ({ query }) => listMenuWeeks(context.db, query));
  staffRoute(app, saveMenuWeekCall, ({ params, body, staff }) =>
    saveMenuWeek(context, staff, params.weekStart, body),
  );
  staffRoute(app, deleteMenuWeekCall, ({ params, staff }) =>
    deleteMenuWeek(context, staff, params.weekStart),
  );
  staffRoute(app, rotateMenusCall, ({ body, staff }) => rotateMenus(context, staff, body));
}

const DAYS_IN_WEEK = 7;

type Rotation = { from: PlainDate; every: number; weeks: number };

/**
 * Drafts for the weeks after a sequence of menus, repeating it: weeks since its first, modulo its length. Meals that are
 * switched off, archived or out of season are left out and named. Throws InvalidRequest or Conflict `nothing_to_copy`.
 */
async function rotateMenus(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  { from, every, weeks }: Rotation,
): Promise<CopiedMenusReply> {
  const { business, mealsById } = await context.site.current();
  const targets = Array.from({ length: weeks }, (_, index) => weekAfter(from, every + index));
  for (const weekStart of targets) refuseWeek(context, weekStart, business);
  const reply = await context.db.transaction(async (tx) => {
    const known = await listMenuWeeks(tx, { from, to: weekAfter(from, every + weeks - 1) });
    const byWeek = new Map(known.map((week) => [week.weekStart, week]));
    const sources = Array.from({ length: every }, (_, index) => byWeek.get(weekAfter(from, index)));
    if (sources.every((source) => source === undefined))
      throw new Conflict('nothing_to_copy', 'None of these weeks has a menu to copy.');
    const copied: CopiedMenusReply = { made: [], kept: [], leftOut: [] };
    for (const [index, weekStart] of targets.entries()) {
      const source = sources[index % every];
      if (byWeek.has(weekStart)) copied.kept.push(weekStart);
      if (byWeek.has(weekStart) || !source) continue;
      const { entries, leftOut } = movedTo(weekStart, source, mealsById);
      await writeMenu(tx, context, { weekStart, staff, business, state: 'draft', entries }, 0);
      copied.made.push({ weekStart, from: source.weekStart });
      for (const meal of leftOut)
        if (!copied.leftOut.some(({ mealId }) => mealId === meal.mealId)) copied.leftOut.push(meal);
    }
    if (copied.made.length > 0)
      await recordChange(tx, context, {
        staff,
        action: 'menu_week.rotate',
        entityId: from,
        after: { weeks: copied.made.map(({ weekStart }) => weekStart) },
      });
    return copied;
  });
  context.site.renew();
  return reply;
}

function weekAfter(weekStart: PlainDate, weeks: number): PlainDate {
  return addDays(weekStart, weeks * DAYS_IN_WEEK);
}

function movedTo(
  weekStart: PlainDate,
  source: { weekStart: PlainDate; entries: readonly MenuEntry[] },
  mealsById: ReadonlyMap<number, SiteMeal>,
) {
  const shift = daysBetween(source.weekStart, weekStart);
  const entries: MenuWeekReply['entries'] = [];
  const leftOut: CopiedMenusReply['leftOut'] = [];
  for (const { mealId, days } of source.entries) {
    const meal = mealsById.get(mealId);
    const moved = days
      .map((day) => addDays(day, shift))
      // Its season; no menu of that week is there to ask.
      .filter((day) => meal && isMealAvailableOn({ ...meal, offered: undefined }, day));
    if (meal?.isActive && moved.length > 0) entries.push({ mealId, days: moved });
    else leftOut.push({ mealId, name: meal?.name ?? `meal ${mealId}`, why: whyNot(meal) });
  }
  return { entries, leftOut };
}

function whyNot(meal: SiteMeal | undefined): string {
  if (!meal) return 'deleted';
  return meal.isActive ? 'out of season' : 'switched off';
}
