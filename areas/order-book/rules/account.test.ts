import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Account,
  type AccountFacts,
  type AccountItem,
  accountOf,
  type AccountRefund,
  type AccountTerms,
  type AskedRefund,
  feePartOf,
  judgeRefund,
} from '#areas/order-book/rules/account.ts';
import type { Cents } from '#platform/rules/money.ts';

const MONDAY = '2026-11-23';
const TUESDAY = '2026-11-24';

const TERMS: AccountTerms = {
  deliveryType: 'weekly',
  dailyFeeCents: 299,
  weeklyFeeCents: 599,
  freeDeliveryFromMeals: null,
  firstOrderFree: false,
  taxCents: 0,
};

function meal(id: number, cents: Cents, personId = 1): AccountItem {
  return { id, personId, feeDate: MONDAY, cents, gone: null };
}

/** Paid as it was sold. */
function sold(items: AccountItem[], terms: Partial<AccountTerms> = {}): AccountFacts {
  const facts: AccountFacts = {
    items,
    terms: { ...TERMS, ...terms },
    kept: [],
    payments: [],
    refunds: [],
    takenByBankCents: 0,
  };
  return { ...facts, payments: [{ cents: accountOf(facts).costCents }] };
}

function takenOff(facts: AccountFacts, ids: readonly number[], by: 'customer' | 'kitchen') {
  const items = facts.items.map((item) => (ids.includes(item.id) ? { ...item, gone: by } : item));
  return { ...facts, items };
}

function withRefund(facts: AccountFacts, refund: AccountRefund): AccountFacts {
  return { ...facts, refunds: [...facts.refunds, refund] };
}

/** As staff give it. `toRefund`: as they see the order, if that is not how it is. */
function given(facts: AccountFacts, asked: AskedRefund, toRefund = facts): AccountFacts {
  const judged = judgeRefund(accountOf(toRefund), asked);
  if (judged.outcome !== 'refund') throw new Error(judged.outcome);
  return withRefund(facts, { ...judged, state: 'succeeded' });
}

/** What is due goes back by itself. */
function settled(facts: AccountFacts): AccountFacts {
  const cents = accountOf(facts).dueBackCents;
  return cents === 0 ? facts : withRefund(facts, { cents, state: 'succeeded', presents: [] });
}

describe('an order of 14.49, 15.49 and 16.49 with a fee of 5.99', () => {
  const order = sold([meal(1, 1449), meal(2, 1549), meal(3, 1649)]);

  test('gives a meal back in full after $10 for being late', () => {
    const late = given(order, { cents: 1000 });
    expect(accountOf(takenOff(late, [1], 'customer'))).toMatchObject({
      costCents: 3797,
      netCents: 2797,
      dueBackCents: 1449,
    });
    const rest = settled(takenOff(late, [1], 'customer'));
    expect(accountOf(settled(takenOff(rest, [2, 3], 'kitchen'))).backCents).toBe(5246);
  });

  test('gives nothing back for a meal that was paid back before it was taken off', () => {
    const paidBack = given(order, { parts: ['i2'] });
    expect(accountOf(paidBack)).toMatchObject({ netCents: 3697, dueBackCents: 0 });
    expect(accountOf(takenOff(paidBack, [2], 'kitchen')).dueBackCents).toBe(0);
    expect(judgeRefund(accountOf(paidBack), { parts: ['i2'] })).toEqual({
      outcome: 'already_refunded',
      parts: ['i2'],
    });
  });

  test('owes a refund that failed again, unless it was settled another way', () => {
    const failed = withRefund(order, {
      cents: 1549,
      state: 'failed',
      presents: [{ part: 'i2', cents: 1549 }],
    });
    expect(accountOf(failed)).toMatchObject({ backCents: 0, dueBackCents: 1549 });
    const handled = failed.refunds.map((refund) => ({ ...refund, isSettledOtherwise: true }));
    expect(accountOf({ ...failed, refunds: handled })).toMatchObject({
      backCents: 1549,
      dueBackCents: 0,
    });
  });

  test('settles what is due before anything is a present', () => {
    const owing = takenOff(order, [1], 'customer');
    expect(judgeRefund(accountOf(owing), { cents: 2000 })).toEqual({
      outcome: 'refund',
      cents: 2000,
      presents: [{ part: 'order', cents: 551 }],
    });
    expect(judgeRefund(accountOf(owing), { cents: 5247 })).toEqual({
      outcome: 'refund_too_large',
      refundableCents: 5246,
    });
  });

  test('keeps the money of what was cancelled, until it is given back as such', () => {
    const gone = { ...takenOff(order, [1], 'customer'), kept: [{ id: 7, cents: 1449 }] };
    expect(accountOf(gone)).toMatchObject({ dueBackCents: 0, refundableCents: 3797 });
    expect(accountOf(given(gone, { parts: ['k7'] }))).toMatchObject({ backCents: 1449 });
  });

  test('never asks the customer for what a bank took back', () => {
    const taken = { ...order, takenByBankCents: 5246 };
    expect(accountOf(taken)).toMatchObject({ owedCents: 0, dueBackCents: 0, refundableCents: 0 });
    expect(accountOf(takenOff(taken, [1, 2, 3], 'kitchen')).dueBackCents).toBe(0);
  });
});

describe('delivery', () => {
  const ten = Array.from({ length: 10 }, (_, index) => meal(index + 1, 1000));
  const free = sold(ten, { freeDeliveryFromMeals: 10 });

  test('that was free for ten meals stays so when the kitchen takes the tenth, and is charged when the customer does', () => {
    expect(accountOf(free).costCents).toBe(10_000);
    expect(accountOf(takenOff(free, [10], 'kitchen'))).toMatchObject({ dueBackCents: 1000 });
    expect(accountOf(takenOff(free, [10], 'customer'))).toMatchObject({ dueBackCents: 401 });
  });

  test('by the day is charged for the date it was sold for, and goes with its last meal', () => {
    const items = [meal(1, 1000), { ...meal(2, 1000), feeDate: TUESDAY }, meal(3, 1000, 2)];
    const daily = sold(items, { deliveryType: 'daily' });
    expect(accountOf(daily).parts.map(({ id }) => id)).toEqual([
      'i1',
      'i2',
      'i3',
      `f1|${MONDAY}`,
      `f1|${TUESDAY}`,
      `f2|${MONDAY}`,
    ]);
    expect(accountOf(takenOff(daily, [2], 'customer')).dueBackCents).toBe(1299);
  });

  test('of a meal that is brought again costs nothing', () => {
    expect(accountOf(sold([meal(1, 1000), meal(2, 0, 2)])).costCents).toBe(1599);
  });
});

const anyItem = fc.record({
  id: fc.constant(0),
  personId: fc.integer({ min: 1, max: 3 }),
  feeDate: fc.constantFrom(MONDAY, TUESDAY),
  cents: fc.constantFrom(0, 1, 999, 1449, 1549),
  gone: fc.constant(null),
});

const anyTerms = fc.record({
  deliveryType: fc.constantFrom('daily' as const, 'weekly' as const),
  dailyFeeCents: fc.constantFrom(0, 299),
  weeklyFeeCents: fc.constantFrom(0, 599),
  freeDeliveryFromMeals: fc.constantFrom(null, 2, 4),
  firstOrderFree: fc.boolean(),
  taxCents: fc.constantFrom(0, 150),
});

type Act = { kind: string; which: number; cents: Cents };

const anyAct = fc.record({
  kind: fc.constantFrom(
    'add',
    'customer takes off',
    'kitchen takes off',
    'put back',
    'present of a part',
    'what failed, as if it had never been',
    'present of the order',
    'pay',
    'settle',
    'fail',
    'keep',
    'dispute',
  ),
  which: fc.nat(),
  cents: fc.integer({ min: 1, max: 4000 }),
});

function after(facts: AccountFacts, { kind, which, cents }: Act): AccountFacts {
  const account = accountOf(facts);
  const item = facts.items[which % Math.max(1, facts.items.length)];
  const part = account.parts[which % Math.max(1, account.parts.length)];
  const tried = (asked: AskedRefund) =>
    judgeRefund(account, asked).outcome === 'refund' ? given(facts, asked) : facts;
  const refundsLeft = facts.refunds.map((refund) =>
    refund.state === 'failed' ? { ...refund, presents: [] } : refund,
  );
  const withoutFailed = { ...facts, refunds: refundsLeft };
  switch (kind) {
    case 'add': {
      const id = facts.items.length + 1;
      return { ...facts, items: [...facts.items, meal(id, cents, (which % 3) + 1)] };
    }
    case 'customer takes off':
      return item?.gone === null ? takenOff(facts, [item.id], 'customer') : facts;
    case 'kitchen takes off':
      return item?.gone === null ? takenOff(facts, [item.id], 'kitchen') : facts;
    case 'put back':
      return {
        ...facts,
        items: facts.items.map((one) => (one === item ? { ...one, gone: null } : one)),
      };
    case 'present of a part':
      return part ? tried({ parts: [part.id] }) : facts;
    case 'what failed, as if it had never been':
      return part &&
        judgeRefund(accountOf(withoutFailed), { parts: [part.id] }).outcome === 'refund'
        ? given(facts, { parts: [part.id] }, withoutFailed)
        : facts;
    case 'present of the order':
      return tried({ cents });
    case 'pay':
      return account.owedCents > 0
        ? { ...facts, payments: [...facts.payments, { cents: account.owedCents }] }
        : facts;
    case 'settle':
      return settled(facts);
    case 'fail': {
      const failed = which % Math.max(1, facts.refunds.length);
      const refunds = facts.refunds.map((refund, index) =>
        index === failed ? { ...refund, state: 'failed' as const } : refund,
      );
      return { ...facts, refunds };
    }
    case 'keep': {
      if (item?.gone !== null || item === undefined) return facts;
      const gone = takenOff(facts, [item.id], 'customer');
      const less = account.netCents - accountOf(gone).netCents;
      const kept = [...gone.kept, { id: gone.kept.length + 1, cents: less }];
      return less > 0 ? { ...gone, kept } : facts;
    }
    default:
      return { ...facts, takenByBankCents: which % 2 === 0 ? 0 : account.paidCents };
  }
}

const history = fc
  .tuple(fc.array(anyItem, { minLength: 1, maxLength: 6 }), anyTerms, fc.array(anyAct))
  .map(([items, terms, acts]) =>
    acts.reduce(
      after,
      sold(
        items.map((item, index) => ({ ...item, id: index + 1 })),
        terms,
      ),
    ),
  );

/** Whether that much is left of the payments for every promise. */
function isSolvent({ leftCents, netCents }: Account): boolean {
  return leftCents >= netCents;
}

describe('after any history', () => {
  const holds = (rule: (facts: AccountFacts, pick: number) => void) =>
    fc.assert(fc.property(history, fc.nat(), rule), { numRuns: 2000, seed: 29 });

  test('nothing is both to go back and to be paid, and refunds stay within payments', () => {
    holds((facts) => {
      const account = accountOf(facts);
      const { dueBackCents, owedCents, netCents, backCents, paidCents } = account;
      expect(Math.min(dueBackCents, owedCents)).toBe(0);
      expect(netCents).toBeGreaterThanOrEqual(0);
      expect(backCents).toBeLessThanOrEqual(paidCents);
      expect(dueBackCents).toBeLessThanOrEqual(account.leftCents);
    });
  });

  test('the sequence of the rows changes nothing', () => {
    holds((facts) => {
      const { parts: _, ...sums } = accountOf(facts);
      const turned = {
        ...facts,
        items: facts.items.toReversed(),
        refunds: facts.refunds.toReversed(),
        payments: facts.payments.toReversed(),
      };
      expect(accountOf(turned)).toMatchObject(sums);
    });
  });

  test('a meal that is added and taken off again by the customer leaves the account as it was', () => {
    holds((facts, pick) => {
      const id = facts.items.length + 1;
      const added = { ...facts, items: [...facts.items, meal(id, 1299, (pick % 3) + 1)] };
      expect(accountOf(takenOff(added, [id], 'customer'))).toEqual(accountOf(facts));
    });
  });

  test('what the kitchen takes off never raises what is owed', () => {
    holds((facts, pick) => {
      const live = facts.items.filter(({ gone }) => gone === null);
      const item = live[pick % Math.max(1, live.length)];
      if (!item) return;
      const { owedCents } = accountOf(takenOff(facts, [item.id], 'kitchen'));
      expect(owedCents).toBeLessThanOrEqual(accountOf(facts).owedCents);
    });
  });

  test('a meal paid back and then cancelled gives the same as one that is cancelled', () => {
    holds((facts, pick) => {
      const clean = settled(facts);
      const item = clean.items.filter(({ gone }) => gone === null)[pick % 3];
      if (!item || !isSolvent(accountOf(clean))) return;
      const asked = { parts: [`i${item.id}` as const] };
      if (judgeRefund(accountOf(clean), asked).outcome !== 'refund') return;
      const both = settled(takenOff(given(clean, asked), [item.id], 'kitchen'));
      const one = settled(takenOff(clean, [item.id], 'kitchen'));
      expect(accountOf(both).netCents).toBe(accountOf(one).netCents);
      expect(accountOf(both).backCents).toBe(accountOf(one).backCents);
    });
  });

  test('a present is never taken back: a meal that is taken off gives as much with it as without, as far as there is money', () => {
    holds((facts, pick) => {
      const clean = settled(facts);
      const before = accountOf(clean);
      const cents = (pick % 900) + 1;
      const item = clean.items.filter(({ gone }) => gone === null)[pick % 3];
      if (!item || judgeRefund(before, { cents }).outcome !== 'refund') return;
      const without = accountOf(takenOff(clean, [item.id], 'customer'));
      const withIt = accountOf(takenOff(given(clean, { cents }), [item.id], 'customer'));
      const most = Math.max(0, without.leftCents - cents - withIt.netCents);
      expect(withIt.dueBackCents).toBe(most);
      if (without.netCents - cents >= 0 && without.parts.every(({ id }) => !id.startsWith('k')))
        expect(withIt.dueBackCents).toBe(without.dueBackCents);
    });
  });

  test('everything taken off meal by meal, person by person or at once gives back the same', () => {
    holds((facts) => {
      const live = facts.items.filter(({ gone }) => gone === null).map(({ id }) => id);
      const people = [...Map.groupBy(facts.items, ({ personId }) => personId).values()];
      const inTurn = (groups: readonly (readonly number[])[]) =>
        groups.reduce((one, ids) => settled(takenOff(one, ids, 'kitchen')), settled(facts));
      const still = (ids: readonly number[]) => ids.filter((id) => live.includes(id));
      const whole = accountOf(inTurn([live]));
      const byMeal = inTurn(live.map((id) => [id]));
      const byPerson = inTurn(people.map((theirs) => still(theirs.map(({ id }) => id))));
      expect(accountOf(byMeal).backCents).toBe(whole.backCents);
      expect(accountOf(byPerson).backCents).toBe(whole.backCents);
    });
  });
});

test('a fee is named after the person, and by the day after their date', () => {
  const item = { personId: 3, feeDate: MONDAY };
  expect(feePartOf(item, { deliveryType: 'weekly' })).toBe('f3');
  expect(feePartOf(item, { deliveryType: 'daily' })).toBe(`f3|${MONDAY}`);
});
