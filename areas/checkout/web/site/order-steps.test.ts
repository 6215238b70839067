import { expect, test } from 'vitest';
import { stepForField, stepFrom } from './order-context.tsx';

test.each([
  [null, 4, 1],
  ['2', 4, 2],
  ['4', 4, 4],
  ['4', 2, 2],
  ['3', 1, 1],
  ['7', 4, 1],
  ['02', 4, 1],
  ['abc', 4, 1],
] as const)(
  'asked for step %s with step %i allowed, the wizard shows step %i',
  (asked, furthest, expected) => {
    expect(stepFrom(asked, furthest)).toBe(expected);
  },
);

test.each([
  ['customer.phone', 3],
  ['recipient.phone', 3],
  ['people.0.name', 1],
  ['people', 1],
  ['orderItems.3.deliveryDate', 2],
  ['deliveryType', 2],
] as const)('a problem of %s is mended in step %i', (field, step) => {
  expect(stepForField(field)).toBe(step);
});
