import { compareText } from '#platform/rules/compare-text.ts';
import {
  type CookingReply,
  type DoneBatchReply,
  type MissingReply,
  type ProductionPlanReply,
  getProductionPlan,
  getProductionPlanFile,
  moveCooking as moveCookingCall,
  releaseCooking as releaseCookingCall,
} from '#areas/kitchen/calls/kitchen-plan.ts';
import { rollUpIngredients } from '#areas/printouts/rules/daily-totals.ts';
import { keptShare } from '#areas/menu/rules/recipe.ts';
import { addDays, formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { isClosedDay } from '#areas/business/rules/offered-windows.ts';
import { half, up } from '#areas/menu/rules/rounding.ts';
import { daysText, tooLongText, whyNotOn } from '#areas/kitchen/rules/cook-days.ts';
import { dayLoads, isOverloaded, type ResourceLoad } from '#areas/kitchen/rules/day-load.ts';
import { isCookDay } from '#areas/kitchen/rules/kitchen-clock.ts';
import type {
  ComponentNeed,
  PlannedCooking,
  User,
  PlanProblem,
} from '#areas/kitchen/rules/plan-production.ts';
import type { BatchRow } from '#areas/kitchen/server/tables/batches.ts';
import type { StoredBook } from '#areas/menu/server/load-recipe-book.ts';
import {
  type KitchenPlan,
  kitchenOf,
  type PlanQuestion,
  type PlannedPortions,
  recipesOf,
  readPlan,
} from '#areas/kitchen/server/read-plan.ts';
import type { FastifyInstance } from 'fastify';
import { timeText } from '#areas/business/rules/delivery-windows.ts';
import type { Context } from '#platform/server/context.ts';
import { sendCsv, csvOf } from '#platform/server/drawing/csv.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { moveCooking, releaseCooking } from '#areas/kitchen/server/record-batch.ts';

export function describeProductionPlan(
  plan: KitchenPlan,
  { from, to }: Pick<PlanQuestion, 'from' | 'to'>,
): ProductionPlanReply {
  const kitchen = kitchenOf(plan.business);
  return {
    from,
    to,
    today: plan.today,
    days: plan.days.map((day) => ({
      ...day,
      isClosed: isClosedDay(kitchen, day.date),
      isCookDay: isCookDay(day.date, kitchen),
      meals: plan.served
        .filter(({ date }) => date === day.date)
        .map((meal) => describeMeal(meal, plan))
        .toSorted(byName),
    })),
    cookings: plan.cookings
      .map((cooking) => describeCooking(cooking, plan))
      .toSorted(
        (a, b) =>
          compareText(a.cookDate, b.cookDate) ||
          compareText(a.startBy.date, b.startBy.date) ||
          a.startBy.minuteOfDay - b.startBy.minuteOfDay ||
          byName(a, b),
      ),
    done: plan.batches
      .filter(({ state }) => state === 'done')
      .flatMap((row) => describeBatch(row, plan.book)),
    loads: describeLoads(plan),
    missing: listMissingFacts(plan),
    fromLabels: rollUpLabels(plan),
  };
}

function describeMeal({ mealId, forecast, ...meal }: PlannedPortions, plan: KitchenPlan) {
  return {
    ...meal,
    mealId,
    name: plan.menu.get(mealId)?.name ?? '',
    forecast: forecast && { ...forecast, low: forecast.planLow, high: forecast.planHigh },
  };
}

function describeCooking(cooking: PlannedCooking, plan: KitchenPlan): CookingReply {
  const { componentId, cookDate, times, batches, made, need, surplus, days, keepsUntil } = cooking;
  return {
    componentId,
    ...componentFacts(componentId, plan.book),
    cookDate,
    startBy: times.start,
    cookAt: times.cook,
    chillAt: times.chill,
    readyBy: times.ready,
    need,
    batches,
    made,
    surplus: half(surplus),
    days,
    keepsUntil,
    isFixed: plan.batches.some(
      (row) =>
        row.state === 'planned' && row.componentId === componentId && row.cookDate === cookDate,
    ),
    users: describeUsers(cooking, plan),
    lines: describeLines(cooking, plan.book),
    steps: plan.book.components.get(componentId)?.steps ?? '',
  };
}

function componentFacts(componentId: number, { components }: StoredBook) {
  const component = components.get(componentId);
  return { name: component?.name ?? '', baseUnit: component?.baseUnit ?? ('g' as const) };
}

/** On a full day these may go elsewhere first. */
const MOST_NAMED = 3;

function describeLoads(plan: KitchenPlan): ProductionPlanReply['loads'] {
  const { book, business } = plan;
  const { components } = recipesOf(book);
  const works = new Map(
    [...components].map(([id, { minutes }]) => [
      id,
      { minutes, equipmentName: book.components.get(id)?.equipmentName ?? '' },
    ]),
  );
  const describe = ({ movable, ...load }: ResourceLoad) => ({
    ...load,
    mayMove: isOverloaded(load)
      ? movable.slice(0, MOST_NAMED).map((id) => componentFacts(id, book).name)
      : [],
  });
  return dayLoads(plan.cookings, works, business, kitchenOf(business)).map(
    ({ hands, equipment, ...day }) => ({
      ...day,
      hands: describe(hands),
      equipment: equipment.map(({ name, ...load }) => ({ name, ...describe(load) })),
    }),
  );
}

export function describeUsers(
  { needs, laterNeeds }: PlannedCooking,
  plan: KitchenPlan,
): CookingReply['users'] {
  return [...needs, ...laterNeeds]
    .map(({ user, deliveryDate: date, qty }) => ({
      name: userName(user, plan),
      mealId: 'mealId' in user ? user.mealId : null,
      componentId: 'componentId' in user ? user.componentId : null,
      date,
      window: 'mealId' in user ? user.window : null,
      portions: 'mealId' in user ? portionsOf(user, date, plan) : null,
      qty: half(qty),
    }))
    .toSorted(
      (a, b) =>
        compareText(a.date, b.date) || compareText(a.window ?? '', b.window ?? '') || byName(a, b),
    );
}

function portionsOf(
  { mealId, window }: Extract<User, { mealId: number }>,
  date: PlainDate,
  { served }: KitchenPlan,
): number | null {
  const meal = served.find((one) => one.mealId === mealId && one.date === date);
  return meal?.windows.find((each) => each.window === window)?.portions ?? null;
}

function userName(user: User, { menu, book }: KitchenPlan): string {
  return (
    ('mealId' in user
      ? menu.get(user.mealId)?.name
      : book.components.get(user.componentId)?.name) ?? ''
  );
}

export function describeLines(
  { componentId, made }: Pick<PlannedCooking, 'componentId' | 'made'>,
  book: StoredBook,
) {
  const component = book.components.get(componentId);
  if (!component) return [];
  const pots = made / component.potQty;
  return component.lines.map((line): CookingReply['lines'][number] => {
    const isComponent = 'componentId' in line;
    const used = isComponent
      ? { ...componentFacts(line.componentId, book), lossBp: 0 }
      : book.ingredients.get(line.ingredientId);
    return {
      name: used?.name ?? '',
      baseUnit: used?.baseUnit ?? 'g',
      ...onTheBench(line.qty * pots, line.lossBp ?? used?.lossBp ?? 0),
      prep: line.prep ?? '',
      isComponent,
    };
  });
}

/** Without loss both are the same: rounding must not look like peel. */
function onTheBench(net: number, lossBp: number): { net: number; gross: number } {
  const gross = up(net / keptShare(lossBp));
  // What is needed is never "0 g".
  return { net: lossBp === 0 ? gross : Math.max(half(net), Math.min(1, gross)), gross };
}

function describeBatch(row: BatchRow, book: StoredBook): DoneBatchReply[] {
  const { componentId, madeQty } = row;
  if (componentId === null || madeQty === null) return [];
  const doneAt = (row.doneAt ?? row.createdAt).toISOString();
  const facts = componentFacts(componentId, book);
  return [{ ...row, ...facts, componentId, madeQty, by: row.by ?? '', doneAt }];
}

/** For meals without a recipe, as the percentages on their labels say. */
export function rollUpLabels({
  served,
  menu,
  book,
}: KitchenPlan): ProductionPlanReply['fromLabels'] {
  const without = served.filter(({ mealId }) => !book.meals.has(mealId));
  const portions = without.flatMap(({ mealId, portions: count }) => {
    const meal = menu.get(mealId);
    return meal ? Array.from({ length: count }, () => meal) : [];
  });
  const { ingredients } = rollUpIngredients(portions);
  return {
    meals: [...new Set(portions.map(({ name }) => name))].toSorted(),
    ingredients: ingredients.map(({ name, grams, isWhole }) => ({ name, grams, isWhole })),
  };
}

function byName(a: { name: string }, b: { name: string }): number {
  return compareText(a.name, b.name);
}

const NOWHERE = { mealId: null, componentId: null, ingredientId: null, fix: null };

export function listMissingFacts(plan: KitchenPlan): MissingReply[] {
  const problems = plan.problems.map((problem) => describeProblem(problem, plan));
  const mealIds = [...new Set(plan.served.map(({ mealId }) => mealId))];
  const ofMeals = mealIds.flatMap((mealId): MissingReply[] => {
    const meal = plan.menu.get(mealId);
    if (!meal) return [];
    const found: MissingReply[] = [];
    if (!plan.book.meals.has(mealId))
      found.push({ ...NOWHERE, mealId, kind: 'no_recipe', text: `${meal.name} has no recipe.` });
    if (meal.shelfLifeDays === null)
      found.push({
        ...NOWHERE,
        mealId,
        kind: 'shelf_life_unknown',
        text: `How long ${meal.name} keeps is not entered. It counts as ${plan.business.keepsFreshDays} days.`,
      });
    return found;
  });
  const used = new Set(plan.ingredients.map(({ ingredientId }) => ingredientId));
  const ofIngredients = [...used].flatMap((ingredientId): MissingReply[] => {
    const ingredient = plan.book.ingredients.get(ingredientId);
    if (!ingredient?.isBought || ingredient.pack !== null) return [];
    const text = `In which packs ${ingredient.name} is bought is not entered.`;
    return [{ ...NOWHERE, ingredientId, kind: 'no_pack', text }];
  });
  const all = [...problems, ...ofMeals, ...ofIngredients];
  return all.filter((fact, index) => all.findIndex(({ text }) => text === fact.text) === index);
}

function describeProblem(problem: PlanProblem, plan: KitchenPlan): MissingReply {
  const kitchen = kitchenOf(plan.business);
  const { meals, components } = recipesOf(plan.book);
  if (problem.kind === 'longer_than_open') {
    const { kind, user } = problem;
    const minutes =
      'mealId' in user
        ? meals.get(user.mealId)?.minutes
        : components.get(user.componentId)?.minutes;
    const why = (minutes && tooLongText(minutes, kitchen)) ?? '';
    const text = `${'mealId' in user ? plan.menu.get(user.mealId)?.name : componentFacts(user.componentId, plan.book).name}: ${why}`;
    return { ...NOWHERE, ...user, kind, text };
  }
  const { kind, componentId, need } = problem;
  const { name } = componentFacts(componentId, plan.book);
  const about = { ...NOWHERE, componentId, kind };
  if (kind === 'pot_too_small')
    return {
      ...about,
      text: `${name} has a largest batch that is far too small for what is needed.`,
    };
  const component = components.get(componentId);
  if (!component) return { ...about, text: `${name} cannot be cooked.` };
  const fix = fixOf(need, component.keepsDays, plan);
  if (fix) {
    const text = `${name} keeps ${daysText(component.keepsDays)}, ${fix.name} promises ${need.shelfLifeDays}. Is ${fix.name} cooked through?`;
    return { ...about, text, fix };
  }
  const date = addDays(need.deliveryDate, -component.readyDaysBefore);
  const why = whyNotOn(date, { ...component, name }, [need], kitchen);
  return {
    ...about,
    text:
      why ??
      `${name} cannot be cooked in time for ${formatDayAndMonth(need.deliveryDate)}: the kitchen is closed.`,
  };
}

/** Another component asks for more days than this one keeps. Null: it is not that. */
function fixOf(
  { user, shelfLifeDays }: ComponentNeed,
  keepsDays: number,
  { book }: KitchenPlan,
): MissingReply['fix'] {
  if (!('componentId' in user) || shelfLifeDays <= keepsDays) return null;
  const { componentId } = user;
  return { componentId, name: componentFacts(componentId, book).name, keepsDays };
}

export function registerProductionRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getProductionPlan, async ({ query }) =>
    describeProductionPlan(await readPlan(context, query), query),
  );

  staffRoute(app, getProductionPlanFile, async ({ query, reply }) => {
    const plan = describeProductionPlan(await readPlan(context, query), query);
    return sendCsv(reply, `plan-${query.from}-to-${query.to}.csv`, planCsv(plan));
  });

  staffRoute(app, moveCookingCall, async ({ body, staff }) => {
    await moveCooking(context, staff, body, body);
    return describeProductionPlan(await readPlan(context, body), body);
  });

  staffRoute(app, releaseCookingCall, async ({ body, staff }) => {
    await releaseCooking(context, staff, body);
    return undefined;
  });
}

/** One line for each pot, by day. Quantities in base units, so that a spreadsheet can add them up. */
function planCsv({ cookings }: ProductionPlanReply): string {
  const pots = cookings.flatMap((cooking) =>
    cooking.batches.map((qty, index) => ({ ...cooking, qty, index })),
  );
  return csvOf(
    {
      'Cook day': ({ cookDate }) => cookDate,
      'Start by': ({ startBy }) => `${startBy.date} ${timeText(startBy.minuteOfDay)}`,
      Component: ({ name }) => name,
      Batch: ({ index, batches }) => `${index + 1} of ${batches.length}`,
      Quantity: ({ qty }) => qty,
      Unit: ({ baseUnit }) => baseUnit,
      Over: ({ index, surplus }) => (index === 0 ? surplus : 0),
      'Keeps until': ({ keepsUntil }) => keepsUntil,
      For: ({ users }) => users.map(userText).join('; '),
    },
    pots,
  );
}

function userText({ name, date, portions }: CookingReply['users'][number]): string {
  return `${name} ${date}${portions === null ? '' : ` (${portions})`}`;
}
