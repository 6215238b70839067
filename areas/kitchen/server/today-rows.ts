import { findWhoAnswered } from '#areas/kitchen/server/failed-food.ts';
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import {
  addDays,
  formatDate,
  formatDayAndMonth,
  type PlainDate,
} from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, instantOf, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { readPotId } from '#areas/kitchen/rules/bench-words.ts';
import { expectedName } from '#areas/kitchen/rules/expected-readings.ts';
import { expiryOf, SUPERVISOR_WARN_DAYS } from '#areas/kitchen/rules/readings.ts';
import { RECORD_KIND_NAMES } from '#areas/kitchen/rules/record-kinds.ts';
import { formatTenths } from '#areas/kitchen/rules/temperature-limits.ts';
import type { FoundRow } from '#areas/order-book/rules/today-rows.ts';
import {
  portalLink,
  type TodayAsked,
  type TodayRows,
} from '#areas/order-book/server/today-rows.ts';
import type { Context } from '#platform/server/context.ts';
import { listAskedPots } from '#areas/kitchen/server/bench-words.ts';
import { findSupervisor, listChecks, listExpectedNow } from './describe-food-safety.ts';
import { listMissingFacts } from './production-plan.ts';
import { readPlan } from '#areas/kitchen/server/read-plan.ts';
import { listDueOrders } from '#areas/kitchen/server/list-goods.ts';
import { batches, batchInputs, goodsLots } from '#areas/kitchen/server/tables/batches.ts';
import { components, ingredients } from '#areas/menu/server/tables/recipes.ts';
import { listUnanswered } from '#areas/kitchen/server/read-readings.ts';

/** Orders that should have come on a day before are asked about for so long. */
const GOODS_ASKED_DAYS = 2;

const OF_FOOD_SAFETY = { level: 'checks', page: 'food-safety', right: 'cook' } as const;
const FOOD_SAFETY = portalLink({ tab: 'food-safety' });

export const kitchenToday: readonly TodayRows[] = [
  {
    kinds: {
      reading_failed: { many: 'failed readings', ...OF_FOOD_SAFETY },
      check_missing: { many: 'checks missing', ...OF_FOOD_SAFETY },
      supervisor: { many: 'certificates of the supervisor', ...OF_FOOD_SAFETY },
    },
    find: async (context, { now: { date } }) => [
      ...(await findFailedReadings(context)),
      ...(await findMissingChecks(context)),
      ...(await findSupervisorRow(context, date)),
    ],
    whoSettled: { reading_failed: findWhoAnswered },
  },
  {
    kinds: {
      plan_lacks: { level: 'checks', many: 'plans that lack facts', page: 'plan', right: 'cook' },
    },
    find: findPlanGaps,
  },
  {
    kinds: {
      goods_due: {
        many: 'deliveries of goods',
        level: 'checks',
        page: 'shopping',
        right: 'cook',
      },
    },
    find: findDueGoods,
  },
  {
    kinds: {
      pot_twice: { many: 'pots reported twice', level: 'checks', page: 'prep', right: 'cook' },
      pot_of_old_goods: {
        many: 'pots with goods past their use-by',
        level: 'checks',
        page: 'prep',
        right: 'cook',
      },
    },
    find: async (context, { now: { date } }) => [
      ...(await findPotsReportedTwice(context)),
      ...(await findPotsOfOldGoods(context, date)),
    ],
  },
];

/** Days ahead, today included, whose meals must be known. */
const PLANNED_DAYS = 3;

/** Without a recipe book there is no plan. */
async function findPlanGaps(context: Context, { now }: TodayAsked): Promise<FoundRow[]> {
  const until = addDays(now.date, PLANNED_DAYS);
  const plan = await readPlan(context, { from: now.date, to: until, forecast: 'off' });
  const missing = plan.book.meals.size === 0 ? [] : listMissingFacts(plan);
  const [first] = missing;
  if (!first) return [];
  return [
    {
      kind: 'plan_lacks',
      id: 'ahead',
      title: `The plan until ${formatDayAndMonth(until)} lacks ${missing.length === 1 ? '1 fact' : `${missing.length} facts`}`,
      detail: [first.text, ...(missing.length > 1 ? [`and ${missing.length - 1} more`] : [])],
      about: missing.length,
      link: portalLink({ tab: 'plan', from: now.date, to: until }),
      action: 'Complete',
    },
  ];
}

/** "Range Meats today by 7am": what suppliers bring today, and what nobody has taken in of the days before. */
async function findDueGoods(context: Context): Promise<FoundRow[]> {
  const { business } = await context.site.current();
  const { date: today } = wallTimeAt(context.clock(), business.timeZone);
  const due = await listDueOrders(context.db, addDays(today, -GOODS_ASKED_DAYS));
  return due
    .filter(({ arrives }) => arrives <= today)
    .map(({ id, supplier, arrives, arrivesByMinute, state, lines }) => {
      const day = arrives === today ? 'today' : formatDayAndMonth(arrives);
      const count = lines.length === 1 ? '1 line' : `${lines.length} lines`;
      return {
        kind: 'goods_due',
        id,
        title: `${supplier} ${day} by ${formatMinuteOfDay(arrivesByMinute)}`,
        detail: [state === 'part' ? `${count} still to come` : count],
        since: instantOf({ date: arrives, minuteOfDay: arrivesByMinute }, business.timeZone),
        link: portalLink({ tab: 'shopping', by: 'goods', order: id }),
        action: 'Goods in',
      };
    });
}

/** Until someone says at the bench whether they are one; till then the first stands. */
async function findPotsReportedTwice(context: Context): Promise<FoundRow[]> {
  const asked = await listAskedPots(context, null);
  return asked.map(({ key, potId, text }) => ({
    kind: 'pot_twice',
    id: key,
    title: 'A pot was reported twice',
    detail: [text],
    link: portalLink({ tab: 'prep', date: readPotId(potId).cookDate }),
    action: 'Say which',
  }));
}

/** For goods that the cook named, as long as the pot keeps and not all of it is thrown away. */
async function findPotsOfOldGoods({ db }: Context, today: PlainDate): Promise<FoundRow[]> {
  const rows = await db
    .select({
      id: batchInputs.id,
      pot: components.name,
      food: ingredients.name,
      useBy: goodsLots.useBy,
      cookDate: batches.cookDate,
      by: batches.by,
      doneAt: batches.doneAt,
    })
    .from(batchInputs)
    .innerJoin(batches, eq(batches.id, batchInputs.batchId))
    .innerJoin(components, eq(components.id, batches.componentId))
    .innerJoin(goodsLots, eq(goodsLots.id, batchInputs.goodsLotId))
    .innerJoin(ingredients, eq(ingredients.id, goodsLots.ingredientId))
    .where(
      and(
        eq(batches.state, 'done'),
        eq(batchInputs.certainty, 'recorded'),
        lt(goodsLots.useBy, batches.cookDate),
        gte(sql`${batches.cookDate} + ${components.keepsDays}`, today),
        lt(batches.wastedQty, batches.madeQty),
      ),
    )
    .orderBy(batchInputs.id);
  return rows.map(({ id, pot, food, useBy, cookDate, by, doneAt }) => ({
    kind: 'pot_of_old_goods',
    id,
    title: `${pot} was made with ${food} past its use-by`,
    detail: [useBy === null ? '' : `Use by ${formatDayAndMonth(useBy)}`, by ?? ''].filter(Boolean),
    ...(doneAt && { since: doneAt.getTime() }),
    link: portalLink({ tab: 'prep', date: cookDate }),
    action: 'Check the pot',
  }));
}

/** Until someone says what was done or a place was read again, however long ago they failed. */
async function findFailedReadings({ db }: Context): Promise<FoundRow[]> {
  const failed = await listUnanswered(db);
  return failed.map(({ id, kind, mealName, place, window, tenths, date, staffName, at }) => ({
    kind: 'reading_failed',
    id,
    title: `${RECORD_KIND_NAMES[kind]}${tenths === null ? '' : ` ${formatTenths(tenths)}`}, nothing done about it`,
    detail: [
      mealName ?? place ?? '',
      window === null ? '' : windowLabel(window),
      staffName,
      formatDate(date),
    ].filter((part) => part !== ''),
    since: at,
    link: FOOD_SAFETY,
    action: 'Say what',
  }));
}

async function findMissingChecks(context: Context): Promise<FoundRow[]> {
  const { expected } = await listExpectedNow(context);
  return expected
    .filter(({ state }) => state === 'missing')
    .map((one) => ({
      kind: 'check_missing',
      id: [one.date, one.kind, one.place, one.window, one.batchId, one.half].join(' '),
      title: `${expectedName(one)}, not checked`,
      detail: [formatDayAndMonth(one.date)],
      link: FOOD_SAFETY,
      action: 'Check',
    }));
}

/** From two months before the certificate ends, and for a kitchen that keeps the record without a supervisor. */
async function findSupervisorRow({ db }: Context, today: PlainDate): Promise<FoundRow[]> {
  const supervisor = await findSupervisor(db);
  const row = { kind: 'supervisor', id: 'now', link: FOOD_SAFETY } as const;
  if (!supervisor) {
    const isKept = (await listChecks(db)).some(({ until }) => until === null);
    const title = 'No food safety supervisor is named';
    return isKept ? [{ ...row, title, detail: [], action: 'Name' }] : [];
  }
  const expiresOn = expiryOf(supervisor.certifiedOn);
  if (expiresOn > addDays(today, SUPERVISOR_WARN_DAYS)) return [];
  const ends = expiresOn <= today ? 'has ended' : 'ends soon';
  const title = `The food safety supervisor’s certificate ${ends}`;
  return [{ ...row, title, detail: [supervisor.name, formatDate(expiresOn)], action: 'Renew' }];
}
