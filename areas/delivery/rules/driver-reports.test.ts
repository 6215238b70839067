import { describe, expect, test } from 'vitest';
import {
  type DriveStop,
  dueReports,
  goneStops,
  nextStop,
  openWindow,
  type QueuedReport,
  sameDoorStops,
  shownStops,
  stopsToTake,
  undoUntil,
} from './driver-reports.ts';
import { pauseMs } from '#platform/rules/due-work.ts';

const NOW = Date.parse('2026-01-14T06:00:00Z');
const SAM = 'sam';

const aReport = (seq: number, change: Partial<QueuedReport> = {}): QueuedReport => ({
  seq,
  key: `key ${seq}`,
  deliveryId: seq,
  status: 'delivered',
  reason: '',
  place: '',
  note: '',
  at: NOW + seq,
  sendAfter: NOW - 1000,
  staffId: SAM,
  staffName: 'Sam',
  parked: null,
  ...change,
});

const aStop = (stop: number, change: Partial<DriveStop> = {}): DriveStop => ({
  id: stop,
  stop,
  window: '16:00-18:00',
  name: 'Ng',
  status: 'out',
  statusAt: null,
  reason: '',
  reportKey: null,
  ...change,
});

test('left somewhere else is shown at the time at which it was left', () => {
  const left = aReport(1, { deliveryId: 7 });
  const corrected = aReport(2, { deliveryId: 7, corrects: left.key });
  const [shown] = shownStops([aStop(7)], [corrected, left]);
  expect(shown).toMatchObject({
    status: 'delivered',
    statusAt: new Date(left.at).toISOString(),
    reportKey: corrected.key,
    isWaiting: true,
  });
});

describe('what goes in the next call', () => {
  test.each([
    ['all that is due', [aReport(1), aReport(2)], [1, 2]],
    [
      'nothing that Undo may take back, nor what came after',
      [aReport(1), aReport(2, { sendAfter: undoUntil(NOW) }), aReport(3)],
      [1],
    ],
    [
      'what the clock, set back since, would hold for hours',
      [aReport(1, { sendAfter: NOW + 3 * 3_600_000 })],
      [1],
    ],
    ['nothing when there is nothing', [], []],
  ])('is %s', (_, reports, expected) => {
    expect(dueReports(reports, NOW).map(({ seq }) => seq)).toEqual(expected);
  });
});

describe('the screen', () => {
  test('shows each stop as it was left, by the last report, and that it waits', () => {
    const queue = [
      aReport(2, { deliveryId: 1, status: 'delivered' }),
      aReport(1, { deliveryId: 1, status: 'missed', reason: 'No one home' }),
    ];
    expect(shownStops([aStop(1), aStop(2)], queue)).toMatchObject([
      { status: 'delivered', reason: '', reportKey: 'key 2', isWaiting: true },
      { status: 'out', isWaiting: false },
    ]);
  });

  test('goes to the open stop with the lowest number', () => {
    const stops = [aStop(3), aStop(1, { status: 'delivered' }), aStop(2)];
    expect(nextStop(stops)).toMatchObject({ stop: 2 });
    expect(nextStop([aStop(1, { status: 'missed' })])).toBeNull();
  });

  test('begins with the first window that has open stops, and ends with the last', () => {
    const lunch = aStop(1, { window: '11:00-13:00' });
    expect(openWindow([aStop(1), lunch])).toBe('11:00-13:00');
    expect(openWindow([aStop(1), { ...lunch, status: 'delivered' }])).toBe('16:00-18:00');
    expect(openWindow([{ ...lunch, status: 'delivered' }])).toBe('11:00-13:00');
    expect(openWindow([])).toBeNull();
  });

  test('knows the other open stops of a door, however its address was typed', () => {
    const at = (stop: number, address: string, change: Partial<DriveStop> = {}) => ({
      ...aStop(stop, change),
      address,
    });
    const first = at(1, '4/12 Shore St W, Cleveland');
    const stops = [
      first,
      at(2, '4/12 shore st w,  Cleveland'),
      at(3, '5/12 Shore St W, Cleveland'),
      at(4, '4/12 Shore St W, Cleveland', { status: 'delivered' }),
    ];
    expect(sameDoorStops(first, stops).map(({ stop }) => stop)).toEqual([2]);
    expect(sameDoorStops({ ...first, status: 'missed' }, stops)).toEqual([]);
  });

  test('takes along what is neither out nor ended', () => {
    const stops = [aStop(1), aStop(2, { status: 'planned' }), aStop(3, { status: 'missed' })];
    expect(stopsToTake(stops).map(({ stop }) => stop)).toEqual([2]);
  });

  test('a stop on hold is not taken along, goes with no other, and comes last', () => {
    const held = aStop(1, { status: 'packed', gate: 'stop' });
    const stops = [held, aStop(2, { status: 'packed', gate: 'go' })];
    expect(stopsToTake(stops).map(({ stop }) => stop)).toEqual([2]);
    expect(nextStop(stops)).toMatchObject({ stop: 2 });
    expect(nextStop([held])).toMatchObject({ stop: 1 });
    const door = stops.map((stop) => ({ ...stop, address: '4 Wharf St' }));
    expect(door.flatMap((stop) => sameDoorStops(stop, door))).toEqual([]);
  });

  test('says which open stops were taken off the run', () => {
    const before = [aStop(1), aStop(2), aStop(3, { status: 'delivered' })];
    expect(goneStops(before, [aStop(1)]).map(({ stop }) => stop)).toEqual([2]);
    const broughtBack = aStop(4, { status: 'packed', gate: 'back' });
    expect(goneStops([broughtBack], []), 'the driver knew').toEqual([]);
  });
});

test('a failing line is tried after 2, 4, 8 seconds, and once a minute at least', () => {
  expect([1, 2, 3, 5, 6, 20].map(pauseMs)).toEqual([2000, 4000, 8000, 32_000, 60_000, 60_000]);
});
