import { expect, test } from 'vitest';
import {
  isTimelineRealistic,
  parseWeeks,
  statedWeeks,
} from '#areas/calculator/rules/weight-projection.ts';

test.each([
  ['very-fast', 8],
  ['fast', 14],
  ['moderate', 28],
  ['slow', 34],
] as const)('%s is realistic up to %i weeks', (pace, weeks) => {
  expect(isTimelineRealistic(pace, weeks)).toBe(true);
  expect(isTimelineRealistic(pace, weeks + 1)).toBe(false);
});

test.each([null, 0, -4, Number.NaN, Infinity])('%s weeks say nothing about a pace', (weeks) => {
  expect(isTimelineRealistic('slow', weeks)).toBeNull();
});

test.each([
  ['32 weeks', 32],
  ['1 week', 1],
  ['104+ weeks', 104],
  ['20-24 weeks', 24],
  ['6 months', 24],
  ['3 months (12 weeks)', 12],
  ['Ongoing', null],
  ['0 weeks', null],
  ['', null],
])('%j is read as %s weeks', (text, weeks) => {
  expect(parseWeeks(text)).toBe(weeks);
});

test('the number goes before the words', () => {
  expect(statedWeeks({ timeline: '40 weeks', timelineWeeks: 32 })).toBe(32);
  expect(statedWeeks({ timeline: '104+ weeks', timelineWeeks: null })).toBe(104);
  expect(statedWeeks({ timeline: '12 weeks' })).toBe(12);
});
