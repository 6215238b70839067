import { expect, test } from 'vitest';
import checkValues from './cooling-curve-values.json' with { type: 'json' };
import { cooling } from './chills.ts';

/** Minutes and tenths of a degree. */
function curve(...readings: [minute: number, tenths: number][]) {
  return readings.map(([minute, tenths]) => ({ at: minute * 60_000, tenths }));
}

test.each(checkValues)('$name', ({ given, expected }) => {
  expect(
    cooling(given.readings.map(({ minute, tenths }) => ({ at: minute * 60_000, tenths }))),
  ).toEqual(expected);
});

test.each([
  ['nobody measured it hot', curve([0, 500], [60, 200], [100, 40]), { verdict: 'gap', why: 60 }],
  ['no reading at all', [], { verdict: 'gap', why: 60 }],
  ['exactly 2 and 4 hours', curve([0, 600], [120, 210], [360, 50]), { verdict: 'pass' }],
  ['still warm after 2 hours', curve([0, 700], [130, 300]), { verdict: 'fail', why: 21 }],
  ['warm, with time left', curve([0, 700], [90, 300]), { verdict: 'gap', why: 21 }],
  ['cold at once', curve([0, 700], [110, 45]), { verdict: 'pass' }],
  [
    'still 8 degrees after 4 hours',
    curve([0, 700], [100, 200], [341, 80]),
    { verdict: 'fail', why: 5 },
  ],
  ['written down in another sequence', curve([110, 45], [0, 700]), { verdict: 'pass' }],
])('%s', (_, readings, expected) => {
  expect(cooling(readings)).toEqual(expected);
});
