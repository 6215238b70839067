import type { Reading } from '#areas/kitchen/rules/readings.ts';
import { limitOf } from '#areas/kitchen/rules/temperature-limits.ts';

let nextId = 1;

/** A core of meal 1 that passed, on the screen, at the start of time. */
export function aReading(change: Partial<Reading> = {}): Reading {
  const kind = change.kind ?? 'core';
  const at = change.at ?? 0;
  return {
    id: nextId++,
    key: '',
    kind: 'core',
    mealId: 1,
    batchId: null,
    mealName: 'Chicken Curry',
    place: null,
    goodsLotId: null,
    note: '',
    isNotNeeded: false,
    date: '2027-01-12',
    window: '16:00-18:00',
    tenths: 780,
    at,
    recordedAt: at,
    staffId: 'kim',
    staffName: 'Kim Lee',
    source: 'screen',
    measuredBy: '',
    probe: '',
    limit: limitOf(kind === 'receipt' ? 'core' : kind, { coreCelsius: 75, isHot: false }),
    pass: true,
    action: null,
    actionAt: null,
    actionBy: null,
    thrownOut: null,
    corrects: null,
    isWithdrawn: false,
    startId: null,
    since: null,
    ...change,
  };
}
