/** A thousand random weeks: the plan equals sums in exact numbers, written a second time in SQL. */
import { sql } from 'drizzle-orm';
import { integer, sample, tuple } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#platform/rules/plain-date.ts';
import { up } from '#areas/menu/rules/rounding.ts';
import { type DeliveryWindow, minutesOf } from '#areas/business/rules/delivery-windows.ts';
import { planProduction, type ServedMeal } from '#areas/kitchen/rules/plan-production.ts';
import { type Database, openDatabase, type Transaction } from '#platform/server/db/client.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import {
  ingredients,
  components,
  mealRecipes,
  recipeLines,
} from '#areas/menu/server/tables/recipes.ts';
import { seedSampleMenu } from '#areas/menu/server/seed-sample-menu.ts';
import { loadRecipeBook } from '#areas/menu/server/load-recipe-book.ts';
import { recipesOf } from '#areas/kitchen/server/read-plan.ts';
import { ALWAYS_OPEN, dateOff } from '#quality/support/a-cook-clock.ts';
import { createTestDatabase, type TestDatabase } from '#quality/support/test-database.ts';

const KITCHENS = 20;
const WEEKS = 50;
const MEALS = 6;
const COMPONENTS = 6;
const INGREDIENTS = 8;
const SUNDAY = '2026-11-29';
/** Whatever is cooked takes no time: when things are due decides only whose turn it is. */
const NO_MINUTES = { handsMinutes: 0, restMinutes: 0, cookMinutes: 0, chillMinutes: 0 };

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url);
  await seedSampleMenu(db);
});
afterAll(async () => {
  await db.$client.end();
  await database.remove();
});

/** Whole numbers that repeat with the seed. */
function dice(seed: number) {
  const numbers = sample(integer({ min: 0, max: 999_999 }), { seed, numRuns: 4000 });
  let at = 0;
  return (min: number, max: number) => {
    const number = numbers[at % numbers.length] ?? 0;
    at += 1;
    return min + (number % (max - min + 1));
  };
}

type Roll = ReturnType<typeof dice>;

async function writeKitchen(tx: Transaction, roll: Roll): Promise<number[]> {
  const bought = await tx
    .insert(ingredients)
    .values(
      Array.from({ length: INGREDIENTS }, (_, index) => ({
        name: `Ingredient ${index}`,
        labelName: `ingredient ${index}`,
        baseUnit: 'g' as const,
        storeArea: 'dry' as const,
        lossBp: roll(0, 3) * 1234,
      })),
    )
    .returning({ id: ingredients.id });
  const cooked = await tx
    .insert(components)
    .values(
      Array.from({ length: COMPONENTS }, (_, index) => {
        const potQty = roll(500, 9000);
        const keepsDays = roll(2, 5);
        const cookAheadDays = roll(0, Math.min(2, keepsDays));
        return {
          name: `Component ${index}`,
          baseUnit: 'g' as const,
          potQty,
          minQty: roll(0, Math.floor(potQty / 2)),
          wholePots: roll(0, 3) === 0,
          keepsDays,
          cookAheadDays,
          readyDaysBefore: roll(0, 4) === 0 ? Math.min(1, cookAheadDays) : 0,
          restartsLife: roll(0, 1) === 0,
          ...NO_MINUTES,
        };
      }),
    )
    .returning({ id: components.id });
  const menu = await tx.select({ id: meals.id }).from(meals).orderBy(meals.id).limit(MEALS);
  await tx.insert(mealRecipes).values(menu.map(({ id }) => ({ mealId: id, basis: roll(7, 30) })));
  const anIngredient = () => ({ ingredientId: bought[roll(0, INGREDIENTS - 1)]?.id });
  const lossBp = () => (roll(0, 2) === 0 ? roll(0, 3000) : null);
  const line = (position: number) => ({ qty: roll(1, 1500), lossBp: lossBp(), position });
  await tx.insert(recipeLines).values([
    ...cooked.flatMap(({ id: componentId }, index) => [
      { componentId, ...anIngredient(), ...line(0) },
      { componentId, ...anIngredient(), ...line(1) },
      ...(index + 1 < COMPONENTS && roll(0, 1) === 0
        ? [
            {
              componentId,
              usesComponentId: cooked[roll(index + 1, COMPONENTS - 1)]?.id,
              ...line(2),
            },
          ]
        : []),
    ]),
    ...menu.flatMap(({ id: mealId }) => [
      { mealId, ...anIngredient(), ...line(0) },
      { mealId, usesComponentId: cooked[roll(0, COMPONENTS - 1)]?.id, ...line(1) },
      { mealId, usesComponentId: cooked[roll(0, COMPONENTS - 1)]?.id, ...line(2) },
    ]),
  ]);
  return menu.map(({ id }) => id);
}

/** How far down from a meal each component stands. */
const DEPTHS = `depths as (
      select id, 0 as depth from components
      union all
      select l.uses_component_id, d.depth + 1 from depths d
      join recipe_lines l on l.component_id = d.id and l.uses_component_id is not null)`;

/** Works on sets and exact numbers; the depth of each component comes from a recursive query. */
const PLAN_IN_SQL = sql.raw(`
create or replace function pg_temp.plan_week(closed date[]) returns void language plpgsql as $plan$
declare
  c record;
  day date;
  total numeric;
  need bigint;
  made bigint;
  pots bigint;
  longest int;
  starts int;
  surplus numeric;
  later record;
begin
  create temp table wanted (component int, delivery date, due int, shelf int, qty numeric) on commit drop;
  create temp table kept (component int, days int) on commit drop;
  create temp table cookings (component int, day date, need bigint, made bigint) on commit drop;
  create temp table used (ingredient int, day date, qty numeric) on commit drop;
  create temp table cannot (component int, delivery date) on commit drop;
  insert into wanted
    select l.uses_component_id, s.day, (s.day - '${SUNDAY}') * 1440 + s.due, s.shelf, s.portions::numeric * l.qty / r.basis / (1 - coalesce(l.loss_bp, 0)::numeric / 10000)
    from served s join meal_recipes r on r.meal_id = s.meal join recipe_lines l on l.meal_id = s.meal
    where l.uses_component_id is not null and s.portions > 0;
  insert into used
    select l.ingredient_id, s.day, s.portions::numeric * l.qty / r.basis / (1 - coalesce(l.loss_bp, i.loss_bp)::numeric / 10000)
    from served s join meal_recipes r on r.meal_id = s.meal join recipe_lines l on l.meal_id = s.meal
    join ingredients i on i.id = l.ingredient_id
    where s.portions > 0;
  for c in
    with recursive ${DEPTHS}
    select k.*, max(d.depth) as depth from components k join depths d on d.id = k.id group by k.id order by max(d.depth) desc
  loop
    insert into kept select c.id, least(c.keeps_days, case when c.restarts_life then null else (
      select min(k.days) from recipe_lines l join kept k on k.component = l.uses_component_id where l.component_id = c.id) end);
  end loop;
  for c in
    with recursive ${DEPTHS}
    select k.*, max(d.depth) as depth from components k join depths d on d.id = k.id group by k.id order by max(d.depth)
  loop
    create temp table open_needs on commit drop as
      select w.*, array(
        select g::date from generate_series(
          greatest(w.delivery - c.cook_ahead_days, w.delivery + w.shelf - c.keeps_days)::timestamp,
          (w.delivery - c.ready_days_before)::timestamp, interval '1 day') g
        where not g::date = any(closed) order by g) as days
      from wanted w where w.component = c.id;
    insert into cannot select distinct c.id, o.delivery from open_needs o where cardinality(o.days) = 0;
    delete from open_needs where cardinality(days) = 0;
    loop
      select min(o.days[cardinality(o.days)]) into day from open_needs o;
      exit when day is null;
      select sum(o.qty), max(o.delivery + o.shelf - day), least(min(o.due), (day - '${SUNDAY}' + 1) * 1440)
        into total, longest, starts from open_needs o where day = any(o.days);
      delete from open_needs o where day = any(o.days);
      need := greatest(0, ceil(total - 0.000001));
      continue when need = 0;
      pots := ceil(need::numeric / c.pot_qty);
      made := case
        when c.whole_pots then pots * c.pot_qty
        when pots = 1 then greatest(need, c.min_qty)
        else need end;
      insert into cookings values (c.id, day, need, made);
      surplus := made - need;
      for later in
        select o.ctid, o.qty, o.delivery + o.shelf - day as keeps from open_needs o
        where o.delivery + o.shelf - day <= (select k.days from kept k where k.component = c.id)
        order by o.delivery, o.due, o.shelf
      loop
        exit when surplus <= 0;
        longest := greatest(longest, later.keeps);
        update open_needs o set qty = o.qty - least(surplus, later.qty) where o.ctid = later.ctid;
        surplus := surplus - least(surplus, later.qty);
      end loop;
      delete from open_needs o where o.qty <= 0.000001;
      insert into wanted
        select l.uses_component_id, day, starts, case when c.restarts_life then 0 else longest end,
          made::numeric / c.pot_qty * l.qty / (1 - coalesce(l.loss_bp, 0)::numeric / 10000)
        from recipe_lines l where l.component_id = c.id and l.uses_component_id is not null;
      insert into used
        select l.ingredient_id, day, made::numeric / c.pot_qty * l.qty / (1 - coalesce(l.loss_bp, i.loss_bp)::numeric / 10000)
        from recipe_lines l join ingredients i on i.id = l.ingredient_id where l.component_id = c.id;
    end loop;
    drop table open_needs;
  end loop;
end $plan$`);

function dueOf(window: DeliveryWindow): number {
  return minutesOf(window).startMinute - ALWAYS_OPEN.packBeforeMinutes - 60;
}

type Row = Record<string, unknown>;

/** Undone afterwards, so that each week starts from the kitchen alone. */
class Undo extends Error {}

async function planInSql(
  tx: Transaction,
  served: readonly ServedMeal[],
  closed: readonly string[],
) {
  let answer: { cookings: Row[]; used: Row[]; cannot: Row[] } | undefined;
  await tx
    .transaction(async (week) => {
      await week.execute(
        sql`create temp table served (meal int, day date, due int, portions int, shelf int) on commit drop`,
      );
      await week.execute(
        sql`insert into served values ${sql.join(
          served.map(
            ({ mealId, deliveryDate, window, portions, shelfLifeDays }) =>
              sql`(${mealId}::int, ${deliveryDate}::date, ${dueOf(window)}::int, ${portions}::int, ${shelfLifeDays}::int)`,
          ),
          sql`, `,
        )}`,
      );
      await week.execute(
        sql`select pg_temp.plan_week(array[${sql.join(
          closed.map((date) => sql`${date}`),
          sql`, `,
        )}]::date[])`,
      );
      const rows = async (query: ReturnType<typeof sql>) => (await week.execute(query)).rows;
      answer = {
        cookings: await rows(
          sql`select component, day::text, need::int, made::int from cookings order by 1, 2`,
        ),
        used: await rows(
          sql`select ingredient, greatest(0, ceil(sum(qty) - 0.000001))::int as qty from used group by 1 order by 1`,
        ),
        cannot: await rows(sql`select component, delivery::text from cannot order by 1, 2`),
      };
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  if (!answer) throw new Error('no answer');
  return answer;
}

async function compareWeeks(tx: Transaction, seed: number): Promise<void> {
  const roll = dice(seed);
  const mealIds = await writeKitchen(tx, roll);
  await tx.execute(PLAN_IN_SQL);
  const recipes = recipesOf(await loadRecipeBook(tx));
  for (let week = 0; week < WEEKS; week += 1) {
    const closed = roll(0, 2) === 0 ? [addDays(SUNDAY, roll(0, 6))] : [];
    const served = mealIds.flatMap((mealId) => {
      const shelf = roll(1, 3);
      return Array.from({ length: 7 }, (_, day): ServedMeal => ({
        mealId,
        deliveryDate: addDays(SUNDAY, day),
        window: roll(0, 1) === 0 ? '11:00-13:00' : '16:00-18:00',
        portions: roll(0, 60),
        shelfLifeDays: shelf,
      }));
    });
    const expected = await planInSql(tx, served, closed);
    const plan = planProduction({
      ...recipes,
      served,
      from: SUNDAY,
      kitchen: { ...ALWAYS_OPEN, closures: closed.map(dateOff) },
      cooked: [],
      pins: [],
    });
    expect(
      plan.cookings
        .map(({ componentId, cookDate, need, made }) => ({
          component: componentId,
          day: cookDate,
          need,
          made,
        }))
        .toSorted((a, b) => a.component - b.component || (a.day < b.day ? -1 : 1)),
      `kitchen ${seed}, week ${week}`,
    ).toEqual(expected.cookings);
    expect(
      [...Map.groupBy(plan.ingredients, ({ ingredientId }) => ingredientId)]
        .map(([ingredient, uses]) => ({
          ingredient,
          qty: up(uses.reduce((total, { qty }) => total + qty, 0)),
        }))
        .toSorted((a, b) => a.ingredient - b.ingredient),
    ).toEqual(expected.used);
    const cannot = plan.problems.flatMap((problem) =>
      'need' in problem ? [`${problem.componentId} ${problem.need.deliveryDate}`] : [],
    );
    expect([...new Set(cannot)].toSorted()).toEqual(
      expected.cannot
        .map(({ component, delivery }) => `${String(component)} ${String(delivery)}`)
        .toSorted(),
    );
  }
}

test.each(sample(tuple(integer({ min: 1, max: 1_000_000 })), { seed: 7, numRuns: KITCHENS }))(
  'the plans of kitchen %i for 50 weeks',
  { timeout: 120_000 },
  async (seed) => {
    await db
      .transaction(async (tx) => {
        await compareWeeks(tx, seed);
        throw new Undo();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error;
      });
  },
);
