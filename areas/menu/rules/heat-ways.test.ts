import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { heatWays } from '#areas/menu/rules/heat-ways.ts';

test.each<[string, [string, number][]]>([
  [
    'Microwave: loosen the lid and heat on high (1000 W) for 3½ minutes, stirring. Pan: warm for 7 minutes.',
    [
      ['Microwave', 210],
      ['Pan', 420],
    ],
  ],
  [
    'Heat it in the microwave on high for 1½ minutes, or in a hot pan for 3 minutes.',
    [
      ['Microwave', 90],
      ['Pan', 180],
    ],
  ],
  [
    'Oven (best for the crust): cover and heat at 180 °C for 12 minutes, uncover for 3 minutes more. Microwave: 3 minutes.',
    [
      ['Oven', 720],
      ['Microwave', 180],
    ],
  ],
  ['Microwave for 90 seconds.', [['Microwave', 90]]],
  ['Oven: 180 °C, 20-25 min.', [['Oven', 1500]]],
  ['Serve cold, straight from the fridge. Do not heat.', []],
  ['Microwave until steaming hot.', []],
  ['', []],
])('%s', (text, ways) => {
  expect(heatWays(text).map(({ way, seconds }) => [way, seconds])).toEqual(ways);
});

test('whatever is written, no timer is senseless', () => {
  assert(
    property(string(), (text) => {
      for (const { seconds } of heatWays(`Microwave ${text} 3 minutes`)) {
        expect(seconds).toBeGreaterThan(0);
        expect(seconds).toBeLessThanOrEqual(7200);
      }
    }),
  );
});
