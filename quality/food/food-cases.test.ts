/** Worked sequences: what each door answers, and what is true after the last. The same doors serve any sequence of steps. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Act, type CaseMeal, type Kitchen, openKitchen } from '#quality/food/kitchen.ts';
import { act, restart } from '#quality/food/kitchen-acts.ts';
import { pureAct, type PureAct } from '#quality/food/pure-acts.ts';
import {
  readStatuses,
  readMatters,
  readOrders,
  readPortions,
  readTold,
  readTotal,
} from '#quality/food/read-kitchen.ts';
import { FOOD_DOORS, isTestFile } from '#quality/food/food-doors.ts';
import { findFoodFaults } from '#areas/orders/server/checks.ts';
import { startTestApp } from '#quality/support/test-app.ts';
import data from '#quality/food/cases.json' with { type: 'json' };

type Portion = { label?: { agreed?: string } & object };
type Case = {
  id: string;
  says: string;
  /** Besides the menu. */
  meals?: Record<string, CaseMeal>;
  acts: ((Act | PureAct) & { gives?: unknown; recipe?: string })[];
  /** Only what is named is compared; of matters and what was told, all. */
  expect?: {
    portions?: Record<string, Portion>;
    totals?: Record<string, string>;
    deliveries?: Record<string, string>;
    orders?: Record<string, string>;
    matters?: string[];
    told?: string[];
  };
};

const cases = data.cases as unknown as Case[];
const menu = data.menu as Record<string, CaseMeal>;
const recipes: Record<string, Partial<CaseMeal>> = data.recipes;

/** Not so yet, and why. One that passes is red: its line goes. */
const NOT_YET: Record<string, string> = {
  g39: 'what waits for a decision is cooked and packed, because it is paid',
};

/** What an act gives that says nothing else. */
const DONE: Partial<Record<Act['do'], object>> = {
  order: { status: 'confirmed' },
  'save meal': { public: true },
};

/** What reached its handler, neither refused for its shape nor for its right: the doors as they are registered, by act. */
const reached = new Map<Act['do'], Set<string>>();
let doing: Act['do'] | null = null;
const ON_HANDLER = 'tracing:fastify.request.handler:start';

function note(door: string) {
  if (doing !== null) reached.set(doing, (reached.get(doing) ?? new Set()).add(door));
}

function noteRoute(message: unknown) {
  const { method, url } = (message as { route: { method: string; url: string } }).route;
  note(`${method} ${url}`);
}

let k: Kitchen;
beforeAll(async () => {
  k = { ...(await openKitchen(await startTestApp())), passes: note };
  subscribe(ON_HANDLER, noteRoute);
});
afterAll(async () => {
  unsubscribe(ON_HANDLER, noteRoute);
  await k.t.close();
});

const PURE = ['reads', 'places', 'households', 'record'];

async function play({ meals, acts, expect: after = {} }: Case) {
  const foods = { ...menu, ...meals };
  const isPure = (one: Act | PureAct): one is PureAct => PURE.includes(one.do);
  if (!acts.every(isPure)) await restart(k, foods);
  for (const { gives, recipe, ...one } of acts) {
    if (isPure(one)) {
      expect(pureAct(one, foods)).toMatchObject(gives as object);
      continue;
    }
    doing = one.do;
    const answer = await act(k, withRecipe(one, recipe));
    doing = null;
    const expected = gives ?? DONE[one.do];
    expect(answer, JSON.stringify(one)).toMatchObject({ refused: null, ...expected });
  }
  if (acts.every(isPure)) return;
  const portions = after.portions ? await readPortions(k) : new Map();
  for (const [key, { label, ...expected }] of Object.entries(after.portions ?? {})) {
    const said = portions.get(key);
    const { agreed, ...rest } = label ?? {};
    expect(said, key).toMatchObject({ ...expected, label: rest });
    if (agreed) expect(said?.label, key).toMatchObject({ agreed: expect.stringContaining(agreed) });
  }
  for (const [which, total] of Object.entries(after.totals ?? {}))
    expect(await readTotal(k, which), which).toBe(total);
  expect(Object.fromEntries(await readStatuses(k))).toMatchObject(after.deliveries ?? {});
  expect(Object.fromEntries(await readOrders(k))).toMatchObject(after.orders ?? {});
  if (after.matters) expect(await readMatters(k)).toEqual(after.matters.toSorted());
  if (after.told) expect(await readTold(k)).toEqual(after.told);
  expect(await findFoodFaults(k.t.context.db, k.t.context.clock())).toEqual([]);
}

function withRecipe(one: Act, recipe: string | undefined): Act {
  const set = recipe === undefined ? undefined : recipes[recipe];
  if (one.do === 'order' && one.recipeSavedMeanwhile) {
    const { recipe: named, ...saved } = one.recipeSavedMeanwhile as {
      meal: string;
      recipe?: string;
    };
    const meanwhile = { set: recipes[named ?? ''] ?? {}, ...saved };
    return { ...one, recipeSavedMeanwhile: meanwhile };
  }
  return set ? ({ ...one, set } as Act) : one;
}

describe('worked sequences', () => {
  test.each(cases.filter(({ id }) => !(id in NOT_YET)))('$id $says', play);

  test.each(cases.filter(({ id }) => id in NOT_YET))('not yet: $id $says', async (one) => {
    await expect(play(one), `${one.id} passes: its line in NOT_YET goes`).rejects.toThrow();
  });

  test('went through every door that names an act, by that act', () => {
    const doors = [...FOOD_DOORS].flatMap(([door, line]) =>
      'by' in line && !isTestFile(line.by) ? [{ door, by: line.by }] : [],
    );
    expect(doors.filter(({ door, by }) => !reached.get(by)?.has(door))).toEqual([]);
  });
});
