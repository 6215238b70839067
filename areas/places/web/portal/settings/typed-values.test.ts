import { expect, test } from 'vitest';
import { readSuburbs, readTime, showSuburbs, showTime, TYPED } from './typed-values.ts';

test.each([
  ['Sandy Bay 7005', { name: 'Sandy Bay', postcode: '7005' }],
  ['Sandy Bay, TAS, 7005', { name: 'Sandy Bay', postcode: '7005' }],
  ['Sandy Bay\tTAS\t7005', { name: 'Sandy Bay', postcode: '7005' }],
  ['  Sandy   Bay  ', { name: 'Sandy Bay', postcode: '' }],
  ['Sandy Bay 705', { name: 'Sandy Bay', postcode: '705' }],
  ['TAS', { name: 'TAS', postcode: '' }],
])('the line "%s" is read as a suburb', (line, suburb) => {
  expect(readSuburbs(`\n${line}\r\n\n`)).toEqual([suburb]);
});

test('suburbs are shown as they are read', () => {
  const suburbs = [
    { name: 'Sandy Bay', postcode: '7005' },
    { name: 'Hobart', postcode: '7000' },
    { name: 'Mt Nelson', postcode: '7007', aliases: ['Mount Nelson', 'Nelson'] },
  ];
  expect(readSuburbs(showSuburbs(suburbs))).toEqual(suburbs);
});

test.each([
  ['dollars', '3.50', 350],
  ['dollars', '$3.50', 350],
  ['dollars', 'free', Number.NaN],
  ['number', '12', 12],
  ['number', '', Number.NaN],
  ['number', '1.5', Number.NaN],
  ['numberOrNone', ' ', null],
  ['numbers', '1200, 1500 1800', [1200, 1500, 1800]],
  ['textOrNone', ' ', null],
] as const)('%s typed as "%s"', (kind, typed, value) => {
  expect(TYPED[kind].read(typed)).toEqual(value);
});

test('a time of day is typed as clocks show it', () => {
  expect(showTime(1025)).toBe('17:05');
  expect(readTime('17:05')).toBe(1025);
  expect(readTime('')).toBeNaN();
});
