/** Whatever customers and staff do, in whatever sequence: every verdict and refusal is the model's, and no rule of food breaks. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFoodFaults } from '#areas/orders/server/checks.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { startTestApp } from '#quality/support/test-app.ts';
import { doorsAgree } from '#quality/food/doors-agree.ts';
import * as bags from '#quality/food/bag-steps.ts';
import * as orders from '#quality/food/order-steps.ts';
import {
  expectedHold,
  foodAsSent,
  voidChecks,
  type Model,
  type StepOutcome,
  type FoodStep,
} from '#quality/food/model-state.ts';
import {
  type CaseMeal,
  type Kitchen,
  openKitchen,
  setKitchenClock,
} from '#quality/food/kitchen.ts';
import { restart } from '#quality/food/kitchen-acts.ts';
import { readOrders, readPortions, readStatuses } from '#quality/food/read-kitchen.ts';

const IS_LONG = process.env['RANDOM_CASES'] === 'all';
/** With the fixed ones every step finds something to do; in a release, one that nobody has seen comes after them. */
const SEEDS = IS_LONG ? [14, 602, undefined] : [602];
const RUNS = IS_LONG ? 25 : 3;
const STEPS = 30;
const PLAIN = { food: 0, shelf: 3, freezable: true };

let k: Kitchen;
beforeAll(async () => {
  k = await openKitchen(await startTestApp());
});
afterAll(() => k.t.close());

const did = new Map<string, number>(
  [...bags.ROUTES, 'undo', 'keep', 'cancel', 'reopen'].map((name) => [name, 0]),
);
let taken: string[] = [];

function asCommand(step: FoodStep): fc.AsyncCommand<Model, Kitchen> {
  return {
    check: () => true,
    toString: () => step.name,
    async run(model, kitchen) {
      const outcome = await step.take(model, kitchen);
      const { name = step.name } = outcome;
      did.set(name, (did.get(name) ?? 0) + Number(outcome.did));
      taken.push(`${name}${outcome.did ? '' : ' (nothing)'}`);
      await compare(model, kitchen, outcome);
    },
  };
}

/** The kitchen as it is now becomes what the next step starts from. */
async function compare(model: Model, kitchen: Kitchen, { moves = [], versions }: StepOutcome) {
  const said = taken.join(', ');
  const now = await readPortions(kitchen);
  for (const [portion, one] of now) {
    const hold = expectedHold(model, portion, one);
    expect([portion, one.held ? one.verdict : null], said).toEqual([portion, hold]);
    const before = model.portions.get(portion);
    if (!before || moves.includes(portion.split('/')[0]!)) continue;
    const expected = versions?.(portion) ?? before.versions;
    expect([portion, one.versions.toSorted()], said).toEqual([portion, expected.toSorted()]);
  }
  const status = await readStatuses(kitchen);
  for (const [key, was] of model.status)
    if (was === 'packed' && ['cooked', 'planned'].includes(status.get(key)!))
      voidChecks(model, key);
  model.portions = now;
  model.status = status;
  const decided = await readOrders(kitchen);
  model.pending = new Set([...decided].flatMap(([key, one]) => (one === 'pending' ? [key] : [])));
  const { db, clock } = kitchen.t.context;
  expect(await findFoodFaults(db, clock()), said).toEqual([]);
}

/** As many each time: `fc.commands` mostly gives a few, and few steps meet. */
const commands = (size: number, ...list: fc.Arbitrary<FoodStep>[]) =>
  fc.array(fc.oneof(...list).map(asCommand), { minLength: size, maxLength: size });

const A_WEEK = fc.tuple(
  commands(
    8,
    orders.orderingStep,
    orders.orderingStep,
    orders.orderingStep,
    orders.saveStep,
    orders.saveStep,
    orders.needsStep,
  ),
  commands(1, orders.clockStep),
  commands(
    STEPS - 9,
    orders.saveStep,
    orders.saveStep,
    bags.cookStep,
    bags.reportingStep,
    bags.reportingStep,
    bags.reportingStep,
    bags.reportingStep,
    bags.reportingStep,
    bags.reportingStep,
    bags.packStep,
    bags.packStep,
    bags.checkStep,
    orders.moveStep,
    orders.settleStep,
    orders.officeStep,
    orders.officeStep,
    orders.needsStep,
    orders.clockStep,
  ),
);

async function freshModel(): Promise<Model> {
  taken = [];
  const menu = orders.MODEL_MEALS.map((name, at): [string, CaseMeal] => [
    name,
    { name, type: at < 2 ? 'lunch' : 'dinner', tags: [], ...foodAsSent(PLAIN) } as CaseMeal,
  ]);
  await restart(k, Object.fromEntries(menu));
  const [now = ''] = orders.TIMES;
  setKitchenClock(k, now);
  return {
    now,
    meals: new Map(orders.MODEL_MEALS.map((name) => [name, new Map([[1, PLAIN]])])),
    portions: new Map(),
    status: new Map(),
    pending: new Set(),
    runs: new Map(),
    movedAt: new Map(),
    guests: new Map(),
    agreed: new Map(),
    marks: new Map(),
    checked: new Map(),
  };
}

test('any sequence of steps', async () => {
  for (const seed of SEEDS) {
    await fc.assert(
      fc.asyncProperty(A_WEEK, async (weeks) => {
        const model = await freshModel();
        await fc.asyncModelRun(() => ({ model, real: k }), weeks.flat());
        await doorsAgree(k, model, taken.join(', '));
        await checkInvariants(k.t.context.db);
      }),
      { ...(seed !== undefined && { seed }), numRuns: RUNS, endOnFailure: true },
    );
  }
  // In a few runs a rare step may find nothing to do.
  if (IS_LONG) expect(neverDone()).toEqual([]);
}, 3_600_000);

function neverDone(): string[] {
  return [...did].flatMap(([name, times]) =>
    times === 0 && name !== 'report' && name !== 'office' ? [name] : [],
  );
}
