/** Worked examples of limits, and any sequence of what can happen: never oversold, and counted as a recount would. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { daysBetween } from '#platform/rules/plain-date.ts';
import { portionsLeft } from '#areas/menu/rules/portion-limits.ts';
import { aPaidOrder, aStaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { type Portion, portionsUnderTest } from '#quality/support/portions-under-test.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';
import EXAMPLES from './limit-examples.json' with { type: 'json' };

let t: TestApp;
let kitchen: ReturnType<typeof portionsUnderTest>;
/** Three dinners that keep for two days, and one that nobody limits. */
let dinners: MealReply[];

beforeAll(async () => {
  t = await startTestApp();
  kitchen = portionsUnderTest(t, await aStaffClient(t));
  const lasting = (await menuOf(t)).filter(
    ({ mealType, shelfLifeDays }) => mealType === 'dinner' && (shelfLifeDays ?? 0) >= 3,
  );
  dinners = lasting.slice(0, 4);
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
});

const OVER = 'There is one more in the cold room';
const isHeld = (found: object): found is CheckoutReply => 'clientSecret' in found;

type Sold = { meal: string; date: string; n: number };
type Op = {
  op: string;
  meal?: string;
  date?: string;
  portions?: number | null;
  checkout?: string;
  items?: Sold[];
  from?: Sold[];
  to?: Sold[];
  deliveryStatus?: string;
};

describe('worked examples', () => {
  const NAMES = ['salmon', 'lamb', 'tofu'];
  const onOf = (date: string) => daysBetween('2026-12-01', date);
  const portion = (meal: string, date: string): Portion => ({
    meal: dinners[NAMES.indexOf(meal)]!,
    on: onOf(date),
  });
  const all = (list: readonly Sold[] = []): Portion[] =>
    list.flatMap(({ meal, date, n }) => Array.from({ length: n }, () => portion(meal, date)));

  async function run(
    op: Op,
    held: Map<string, CheckoutReply>,
    isPaidLate: boolean,
  ): Promise<unknown> {
    const one = portion(op.meal ?? 'salmon', op.date ?? '2026-12-01');
    const told = (found: object | null, word = 'soldOut') => {
      if (!found || !('meals' in found)) return 'ok';
      const meals = found.meals as { mealId: number; date: string; left: number }[];
      return {
        [word]: meals.map(({ mealId, date, left }) => ({
          key: `${NAMES[dinners.findIndex(({ id }) => id === mealId)]} 2026-12-0${1 + daysBetween('2026-01-13', date)}`,
          left,
        })),
      };
    };
    switch (op.op) {
      case 'set': {
        const portions = op.portions ?? null;
        const problem = await kitchen.limit(one, { portions });
        if (problem === null) return 'ok';
        if ((portions ?? 0) < 0) return { refused: 'negative' };
        const sold = Number(/^(\d+) are sold or being paid for/.exec(problem)?.[1]);
        return { refused: 'below_sold', sold };
      }
      case 'stop':
        return (await kitchen.limit(one, { stop: true })) ?? 'ok';
      case 'hold': {
        const found = await kitchen.hold(all(op.items));
        if (isHeld(found)) held.set(op.checkout ?? '', found);
        return told(found);
      }
      case 'release':
        if (isPaidLate) await kitchen.releasePaid(held.get(op.checkout ?? '')!);
        else await kitchen.release(held.get(op.checkout ?? '')!);
        return 'ok';
      case 'book': {
        const before = await kitchen.countsOf(one);
        await kitchen.book(held.get(op.checkout ?? '')!);
        const after = await kitchen.countsOf(one);
        return after.booked > before.booked ? 'ok' : 'nothing';
      }
      case 'edit':
        return told(
          await kitchen.exchange(
            await kitchen.findOrderWith(all(op.from)[0]!),
            all(op.from),
            all(op.to),
          ),
        );
      case 'override': {
        const { id } = await aPaidOrder(t, { orderItems: [anItem(dinners[3]!)] });
        return told(await kitchen.replace(id, all(op.items), OVER));
      }
      case 'bookLate': {
        const late = held.get('a')!;
        await kitchen.book(late);
        return {
          undecided: [
            { key: 'salmon 2026-12-01', left: portionsLeft(await kitchen.countsOf(one)) },
          ],
        };
      }
      case 'refund':
        return 'kept';
      case 'cancel': {
        const [first] = all(op.items);
        const id = await kitchen.findOrderWith(first!);
        const status = op.deliveryStatus === 'cooked' ? 'cooked' : 'planned';
        await kitchen.setDeliveries(id, status);
        const before = await kitchen.countsOf(one);
        await kitchen.exchange(id, all(op.items), []);
        const after = await kitchen.countsOf(one);
        return after.booked === before.booked ? 'kept' : 'given back';
      }
      default:
        throw new Error(`no such step: ${op.op}`);
    }
  }

  test.each(EXAMPLES.map((example) => [example.says, example] as const))(
    '%s',
    async (_, example) => {
      const held = new Map<string, CheckoutReply>();
      const results: unknown[] = [];
      const ops = example.ops as Op[];
      const isPaidLate = ops.some(({ op }) => op === 'bookLate');
      for (const op of ops) results.push(await run(op, held, isPaidLate));
      expect(results).toEqual(example.results);
      for (const [key, expected] of Object.entries(example.rows)) {
        const [meal = '', date = ''] = key.split(' ');
        const counts = await kitchen.countsOf(portion(meal, date));
        expect({ ...counts, left: portionsLeft(counts) }, key).toEqual(expected);
      }
      await checkInvariants(t.context.db);
    },
  );
});

const aPortion = fc.record({ meal: fc.nat(2), on: fc.nat(2) });
const aBasket = fc.array(aPortion, { minLength: 1, maxLength: 6 });
const who = fc.nat(5);
const aStep = fc.oneof(
  { weight: 5, arbitrary: fc.record({ is: fc.constant('buy' as const), items: aBasket }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('hold' as const), items: aBasket }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('release' as const), who }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('edit' as const), who, items: aBasket }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('go over' as const), who, items: aBasket }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('cancel' as const), who }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('open again' as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('limit' as const),
      item: aPortion,
      portions: fc.option(fc.nat(6)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('stop' as const), item: aPortion }) },
);
type Step = typeof aStep extends fc.Arbitrary<infer One> ? One : never;

describe('any sequence of orders, changes, cancels and limits', () => {
  test('sells no portion beyond its limit unless staff said so, and counts as a recount does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(aStep, aStep), { minLength: 4, maxLength: 8 }), play),
      { numRuns: 15, endOnFailure: true },
    );
  }, 180_000);

  /** Two at a time, as customers and staff come. */
  async function play(pairs: readonly (readonly [Step, Step])[]): Promise<void> {
    await t.clearOrders();
    const held: CheckoutReply[] = [];
    const sold: number[] = [];
    let hasGoneOver = false;
    const at = ({ meal, on }: { meal: number; on: number }): Portion => ({
      meal: dinners[meal]!,
      on,
    });
    async function run(step: Step): Promise<void> {
      const order = 'who' in step ? sold[step.who % Math.max(1, sold.length)] : undefined;
      switch (step.is) {
        case 'buy':
        case 'hold': {
          const found = await kitchen.hold(step.items.map(at));
          if (!isHeld(found)) return;
          if (step.is === 'hold') held.push(found);
          else sold.push(await kitchen.book(found));
          return;
        }
        case 'release': {
          const [checkout] = held.splice(step.who % Math.max(1, held.length), 1);
          if (checkout) await kitchen.release(checkout);
          return;
        }
        case 'limit':
          await kitchen.limit(at(step.item), { portions: step.portions });
          return;
        case 'stop':
          await kitchen.limit(at(step.item), { stop: true });
          return;
        case 'cancel':
        case 'open again':
        case 'edit':
        case 'go over':
      }
      if (order === undefined) return;
      // One that a neighbour has cancelled or is changing may refuse: that is no portion's business.
      const quietly = (error: Error) => {
        if (!/order_cancelled|changed_meanwhile/.test(error.message)) throw error;
      };
      if (step.is === 'cancel') await kitchen.setStatus(order, 'cancelled').catch(quietly);
      if (step.is === 'open again') await kitchen.setStatus(order, 'confirmed').catch(quietly);
      if (step.is === 'edit') await kitchen.replace(order, step.items.map(at)).catch(quietly);
      if (step.is === 'go over') {
        hasGoneOver = true;
        await kitchen.replace(order, step.items.map(at), OVER).catch(quietly);
      }
    }
    for (const pair of pairs) {
      await Promise.all(pair.map(run));
      await checkInvariants(t.context.db);
      const { rows } = await t.context.db.execute(
        `select meal_id, date, scope from meal_days where held + booked > portions`,
      );
      if (!hasGoneOver) expect(rows).toEqual([]);
    }
  }
});
