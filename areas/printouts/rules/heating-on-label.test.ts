import { describe, expect, test } from 'vitest';
import { heatingText } from './label-content.ts';

const TWO_WAYS =
  'Lift out the yoghurt. Microwave: loosen the lid and heat on high (1000 W) for 3.5 minutes, until steaming hot. Pan: warm over medium heat for 7 minutes until steaming hot. Spoon over the cold yoghurt. Reheat once only.';
const COLD = 'Serve cold, straight from the fridge: toss with the dressing. Do not heat.';
const COLD_OR_WARM =
  'Serve cold, straight from the fridge: pour over the dressing. To have the beef warm, heat it in the microwave until steaming hot.';

describe('heating on a label with little room', () => {
  test('loses every way after the first, and nothing that goes with it', () => {
    expect(heatingText(TWO_WAYS, 'first_way')).toBe(
      'Lift out the yoghurt. Microwave: loosen the lid and heat on high (1000 W) for 3.5 minutes, until steaming hot. Spoon over the cold yoghurt. Reheat once only. More ways: scan.',
    );
  });

  test.each([
    ['without an only way', TWO_WAYS, 'Reheat once only until steaming hot. More ways: scan.'],
    ['of what must stay cold says so', COLD, 'Serve cold. Do not heat. More: scan.'],
    [
      'of what is eaten cold or warm says both',
      COLD_OR_WARM,
      'Serve cold, or heat: Reheat once only until steaming hot. More ways: scan.',
    ],
    ['of a meal that says nothing says nothing', '', ''],
  ])('%s', (_what, text, short) => {
    expect(heatingText(text, 'no_way')).toBe(short);
  });

  test.each([COLD, COLD_OR_WARM, 'Heat gently.', ''])('with one way stays: %s', (text) => {
    expect(heatingText(text, 'first_way')).toBe(text);
    expect(heatingText(text, 'all')).toBe(text);
  });
});
