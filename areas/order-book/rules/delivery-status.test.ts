import { assert, constantFrom, integer, property, record, uniqueArray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DELIVERY_STATUSES,
  type DeliveryReport,
  type DeliveryState,
  type DeliveryStatus,
  isEnded,
  judgeReport,
  mayMove,
  REPORTED_STATUSES,
  REPORTERS,
} from './delivery.ts';

const NOON = Date.parse('2026-01-14T02:00:00Z');
const minutes = (count: number) => NOON + count * 60_000;

const aState = (change: Partial<DeliveryState> = {}): DeliveryState => ({
  status: 'out',
  statusAt: NOON,
  statusBy: 'sam',
  date: '2026-01-14',
  ...change,
});
const aReport = (change: Partial<DeliveryReport> = {}): DeliveryReport => ({
  status: 'delivered',
  at: minutes(10),
  day: '2026-01-14',
  today: '2026-01-14',
  by: 'driver',
  staffId: 'sam',
  reason: '',
  ...change,
});

describe('a driver whose stop it is not', () => {
  test.each([
    ['nobodys', 'not_started', false],
    ['anothers', 'not_yours', false],
    ['taken_before', 'not_yours', true],
  ] as const)('%s: refused as %s; what was brought counts, told: %s', (owner, code, isTold) => {
    const out = aReport({ status: 'out', owner });
    expect(judgeReport(aState(), out)).toMatchObject({ outcome: 'refused', code });
    const brought = judgeReport(aState({ status: 'out' }), aReport({ owner }));
    expect(brought).toEqual({ outcome: 'set', flag: 'other_driver', isTold });
  });
});

describe('who may move a delivery', () => {
  test('the kitchen cooks, the packer packs, the driver drives; the office may do all of it', () => {
    expect(mayMove('planned', 'cooked', 'kitchen')).toBe(true);
    expect(mayMove('planned', 'cooked', 'driver')).toBe(false);
    expect(mayMove('cooked', 'packed', 'packer')).toBe(true);
    expect(mayMove('cooked', 'packed', 'kitchen')).toBe(false);
    expect(mayMove('packed', 'out', 'driver')).toBe(true);
    expect(mayMove('packed', 'out', 'packer')).toBe(false);
    for (const from of DELIVERY_STATUSES)
      for (const to of REPORTED_STATUSES)
        for (const by of REPORTERS)
          expect(!mayMove(from, to, by) || mayMove(from, to, 'office')).toBe(true);
  });

  test('only the office takes back another’s ending, and says why', () => {
    const state = aState({ status: 'delivered' });
    expect(judgeReport(state, aReport({ status: 'out' }))).toMatchObject({
      outcome: 'refused',
      code: 'not_possible',
    });
    const byOffice = aReport({ status: 'out', by: 'office' });
    expect(judgeReport(state, byOffice)).toMatchObject({ code: 'reason_missing' });
    expect(judgeReport(state, { ...byOffice, reason: 'Wrong door' })).toMatchObject({
      outcome: 'set',
    });
  });
});

describe('what a report makes of a delivery', () => {
  test('nothing of a later day is on the way, delivered or missed', () => {
    const tomorrow = aState({ status: 'packed', date: '2026-01-15' });
    for (const status of ['out', 'delivered', 'missed'] as const)
      for (const by of ['driver', 'office'] as const)
        expect(judgeReport(tomorrow, aReport({ status, by, reason: 'x' }))).toMatchObject({
          code: 'not_yet',
        });
    expect(judgeReport(tomorrow, aReport({ status: 'cooked', by: 'office' }))).toMatchObject({
      outcome: 'set',
    });
  });

  test('what is known already is kept in its history', () => {
    expect(judgeReport(aState({ status: 'delivered' }), aReport())).toEqual({
      outcome: 'noted',
      flag: null,
      setsTime: false,
    });
  });

  test('of two deliveries the earlier time is the true one', () => {
    const state = aState({ status: 'delivered', statusAt: minutes(20) });
    expect(judgeReport(state, aReport({ staffId: 'ana' }))).toMatchObject({ setsTime: true });
  });

  test('not delivered needs a reason', () => {
    expect(judgeReport(aState(), aReport({ status: 'missed' }))).toMatchObject({
      code: 'reason_missing',
    });
  });

  test('delivered after all, by the driver who had missed it', () => {
    const state = aState({ status: 'missed', statusAt: minutes(5) });
    expect(judgeReport(state, aReport())).toEqual({ outcome: 'set', flag: null, isTold: true });
  });

  test('one delivered it and another missed it: delivered, and someone looks at it', () => {
    const missed = aState({ status: 'missed', statusBy: 'ana', statusAt: minutes(5) });
    expect(judgeReport(missed, aReport())).toMatchObject({ outcome: 'set', flag: 'two_reports' });
    const delivered = aState({ status: 'delivered', statusAt: minutes(5) });
    const report = aReport({ status: 'missed', staffId: 'ana', reason: 'No one home' });
    expect(judgeReport(delivered, report)).toMatchObject({ outcome: 'noted', flag: 'two_reports' });
  });

  test('cancelled, but brought: the food is there; the customer is not told by a machine', () => {
    expect(judgeReport(aState({ status: 'cancelled' }), aReport())).toEqual({
      outcome: 'set',
      flag: 'after_cancel',
      isTold: false,
    });
  });

  test('an older report does not undo a newer one', () => {
    const state = aState({ status: 'out', statusAt: minutes(30) });
    expect(judgeReport(state, aReport({ status: 'packed', by: 'packer' }))).toMatchObject({
      outcome: 'noted',
    });
  });
});

test('whatever the sequence in which drivers’ reports arrive, the ending is the same', () => {
  const reports = uniqueArray(
    record({
      status: constantFrom('out', 'delivered', 'missed'),
      at: integer({ min: 1, max: 60 }),
      staffId: constantFrom('sam', 'ana'),
    }),
    { minLength: 1, maxLength: 5, selector: ({ at }) => at },
  );
  assert(
    property(reports, (sent) => {
      const inTime = sent.toSorted((a, b) => a.at - b.at);
      const endings = [inTime, inTime.toReversed(), sent].map((sequence) => endOf(sequence));
      const delivered = sent.filter(({ status }) => status === 'delivered');
      for (const ending of endings) {
        if (delivered.length > 0) {
          expect(ending.status).toBe('delivered');
        } else {
          expect(ending.status).toBe(endings[0]?.status);
        }
      }
    }),
    { numRuns: 500 },
  );
});

function endOf(
  reports: readonly { status: 'out' | 'delivered' | 'missed'; at: number; staffId: string }[],
): DeliveryState {
  let state = aState({ status: 'packed' as DeliveryStatus });
  for (const { status, at, staffId } of reports) {
    const report = aReport({ status, at: minutes(at), staffId, reason: 'No one home' });
    const verdict = judgeReport(state, report);
    if (verdict.outcome === 'noted' && verdict.setsTime) state = { ...state, statusAt: report.at };
    if (verdict.outcome === 'set')
      state = { ...state, status, statusAt: report.at, statusBy: staffId };
  }
  return state;
}

test('delivered, missed and cancelled are endings', () => {
  expect(DELIVERY_STATUSES.filter(isEnded)).toEqual(['delivered', 'missed', 'cancelled']);
});
