import { DAYS_IN_WEEK } from '#platform/rules/durations.ts';
import type { FastifyInstance } from 'fastify';
import {
  deleteMenuWeek as deleteMenuWeekCall,
  listMenuWeeks as listMenuWeeksCall,
  rotateMenus as rotateMenusCall,
  saveMenuWeek as saveMenuWeekCall,
  type CopiedMenusReply,
  type MenuWeekReply,
  readNextMenu,
  type MenuWeekChange,
  MenuWeekFields,
  type SavedMenuReply,
} from '#areas/menu/calls/menu-weeks.ts';
import type { Context } from '#platform/server/context.ts';
import { route, staffRoute } from '#platform/server/http/route.ts';
import { listMenuWeeks, findMenuWeek } from '#areas/menu/server/menu-week-queries.ts';
import {
  addDays,
  daysBetween,
  type PlainDate,
  formatDate,
  weekFrom,
} from '#platform/rules/plain-date.ts';
import { type MenuEntry, daysToBits, isMealAvailableOn } from '#areas/menu/rules/menu-week.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { Conflict, assertDefined, InvalidRequest, NotFound } from '#platform/server/errors.ts';
import type { SiteMeal } from '#areas/menu/server/site-port.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { eq, and, asc, gt, inArray } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { cutoffOf, weekStartOf } from '#areas/business/rules/ordering-week.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { menuEntries, type MenuWeekRow, menuWeeks } from '#areas/menu/server/tables/meals.ts';
import { readChange } from '#platform/server/http/read-request.ts';
import { mealDays } from '#areas/order-book/server/tables/slots.ts';

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

/**
 * Drafts for the weeks after a sequence of menus, repeating it: weeks since its first, modulo its length. Meals that are
 * switched off, archived or out of season are left out and named. Throws InvalidRequest or Conflict `nothing_to_copy`.
 */
async function rotateMenus(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  { from, every, weeks }: { from: PlainDate; every: number; weeks: number },
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

type MenuWeekContext = Pick<Context, 'db' | 'clock' | 'site'>;

/**
 * Saves the menu of a week as a whole. Ready, it is what customers are offered from the cutoff that opens the week; it
 * never switches a meal on. Throws InvalidRequest or Conflict `changed_meanwhile`.
 */
async function saveMenuWeek(
  context: MenuWeekContext,
  staff: StaffMember,
  weekStart: PlainDate,
  body: MenuWeekChange,
): Promise<SavedMenuReply> {
  const { business, mealsById } = await context.site.current();
  refuseWeek(context, weekStart, business);
  const saved = await context.db.transaction(async (tx) => {
    const before = await lockForChange(tx, weekStart, body.version);
    const sent = readChange(body, before ?? {}, MenuWeekFields);
    if (sent === null && before) return { ...before, stillSold: [] };
    if (sent === null) throw new InvalidRequest({ state: 'Please say what the menu is' });
    refuseEntries(weekStart, sent, mealsById);
    await writeMenu(tx, context, { weekStart, staff, business, ...sent }, before?.version ?? 0);
    const after = assertDefined(await findMenuWeek(tx, weekStart), 'the saved menu');
    await recordChange(tx, context, {
      staff,
      action: 'menu_week.save',
      entityId: weekStart,
      before: before ? describeWeek(before, mealsById) : null,
      after: describeWeek(after, mealsById),
    });
    return { ...after, stillSold: await listStillSold(tx, { before, after }, mealsById) };
  });
  context.site.renew();
  return saved;
}

/** The week sells what is switched on. Throws NotFound. */
async function deleteMenuWeek(
  context: MenuWeekContext,
  staff: StaffMember,
  weekStart: PlainDate,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [row] = await tx.delete(menuWeeks).where(eq(menuWeeks.weekStart, weekStart)).returning();
    if (!row) throw new NotFound('This menu');
    await recordChange(tx, context, {
      staff,
      action: 'menu_week.delete',
      entityId: weekStart,
      before: { state: row.state },
    });
  });
  context.site.renew();
}

type NewMenu = Pick<MenuWeekFields, 'state' | 'entries'> & {
  weekStart: PlainDate;
  staff: StaffMember;
  business: BusinessFacts;
};

/** In the caller's transaction, which holds the week's row if there is one. `version`: that of the row; 0: none. */
async function writeMenu(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { weekStart, staff, business, state, entries }: NewMenu,
  version: number,
): Promise<void> {
  const values: MenuWeekRow = {
    weekStart,
    state,
    publishAt: new Date(publishInstant(weekStart, business)),
    version: version + 1,
    savedAt: new Date(context.clock()),
    savedBy: staff.email,
  };
  const made = await tx
    .insert(menuWeeks)
    .values(values)
    .onConflictDoUpdate({
      target: menuWeeks.weekStart,
      set: values,
      setWhere: eq(menuWeeks.version, version),
    })
    .returning({ version: menuWeeks.version });
  if (made.length === 0) throw changedMeanwhile('Someone else');
  await tx.delete(menuEntries).where(eq(menuEntries.weekStart, weekStart));
  if (entries.length === 0) return;
  await tx.insert(menuEntries).values(
    entries.map(({ mealId, days }, position) => ({
      weekStart,
      mealId,
      days: daysToBits(weekStart, days),
      position,
    })),
  );
}

/** The cutoff that opens the week to orders: that of the week before. */
function publishInstant(weekStart: PlainDate, business: BusinessFacts): number {
  return cutoffOf(addDays(weekStart, -DAYS_IN_WEEK), business);
}

async function lockForChange(
  tx: Transaction,
  weekStart: PlainDate,
  seen: number | undefined,
): Promise<MenuWeekReply | undefined> {
  await tx
    .select({ version: menuWeeks.version })
    .from(menuWeeks)
    .where(eq(menuWeeks.weekStart, weekStart))
    .for('update');
  const before = await findMenuWeek(tx, weekStart);
  if (before?.version !== seen) throw changedMeanwhile(before?.savedBy ?? 'Someone');
  return before;
}

function changedMeanwhile(who: string): Conflict {
  return new Conflict(
    'changed_meanwhile',
    `${who} has changed this menu since you opened it. Reload it and try again.`,
  );
}

/** Throws InvalidRequest. */
function refuseWeek(
  context: Pick<Context, 'clock'>,
  weekStart: PlainDate,
  business: BusinessFacts,
): void {
  const start = weekStartOf(weekStart, business);
  if (start !== weekStart)
    throw new InvalidRequest({
      weekStart: `A week starts on ${formatDate(start)} or ${formatDate(addDays(start, DAYS_IN_WEEK))}`,
    });
  const today = wallTimeAt(context.clock(), business.timeZone).date;
  if (addDays(weekStart, DAYS_IN_WEEK) <= today)
    throw new InvalidRequest({ weekStart: 'This week is over' });
}

function refuseEntries(
  weekStart: PlainDate,
  { state, entries }: MenuWeekFields,
  mealsById: ReadonlyMap<number, SiteMeal>,
): void {
  const fields: Record<string, string> = {};
  const week = weekFrom(weekStart);
  const seen = new Set<number>();
  entries.forEach(({ mealId, days }, index) => {
    if (!mealsById.has(mealId)) fields[`entries.${index}.mealId`] = `There is no meal ${mealId}`;
    else if (seen.has(mealId)) fields[`entries.${index}.mealId`] = 'This meal is listed twice';
    seen.add(mealId);
    const outside = days.find((day) => !week.includes(day));
    if (outside !== undefined)
      fields[`entries.${index}.days`] = `${formatDate(outside)} is not in this week`;
  });
  if (state === 'ready' && !entries.some(({ mealId }) => mealsById.get(mealId)?.isActive))
    fields['entries'] =
      'Put at least one meal that is switched on onto the menu, or keep it a draft';
  if (Object.keys(fields).length > 0) throw new InvalidRequest(fields);
}

/** For the audit trail, in names. */
function describeWeek(
  { state, entries }: Pick<MenuWeekReply, 'state' | 'entries'>,
  mealsById: ReadonlyMap<number, SiteMeal>,
) {
  return {
    state,
    meals: entries.map(({ mealId, days }) => {
      const name = mealsById.get(mealId)?.name ?? `meal ${mealId}`;
      return days.length === DAYS_IN_WEEK ? name : `${name} (${days.map(formatDate).join(', ')})`;
    }),
  };
}

/** Meals that were on sale, are not any more on a day of this menu, and that customers have paid for on that day. */
async function listStillSold(
  tx: Transaction,
  { before, after }: { before: MenuWeekReply | undefined; after: MenuWeekReply },
  mealsById: ReadonlyMap<number, SiteMeal>,
): Promise<SavedMenuReply['stillSold']> {
  if (after.state !== 'ready') return [];
  const sold = await tx
    .select({ mealId: mealDays.mealId, date: mealDays.date, sold: mealDays.booked })
    .from(mealDays)
    .where(
      and(
        inArray(mealDays.date, weekFrom(after.weekStart)),
        eq(mealDays.scope, 'day'),
        gt(mealDays.booked, 0),
      ),
    )
    .orderBy(asc(mealDays.date), asc(mealDays.mealId));
  return sold
    .filter(({ mealId, date }) => wasOn(before, mealId, date) && !isOn(after, mealId, date))
    .map((each) => ({ ...each, name: mealsById.get(each.mealId)?.name ?? `meal ${each.mealId}` }));
}

/** Without a ready menu, everything was. */
function wasOn(menu: MenuWeekReply | undefined, mealId: number, date: string): boolean {
  return menu?.state !== 'ready' || isOn(menu, mealId, date);
}

function isOn({ entries }: MenuWeekReply, mealId: number, date: string): boolean {
  return entries.some((entry) => entry.mealId === mealId && entry.days.includes(date));
}
