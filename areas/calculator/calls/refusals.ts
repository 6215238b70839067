/** What calls of this area, and of those above, may answer instead of doing it. */
import { refusal, type Refusals } from '#platform/calls/refusals.ts';

const SHOW_IT = 'Show `message`; nothing is worked out.';

export const calculatorRefusals = {
  'underweight-lose': refusal(422, 'Losing weight would harm: they are underweight.', SHOW_IT),
  'obese-gain': refusal(422, 'Gaining weight would harm: they are obese.', SHOW_IT),
  'target-underweight': refusal(422, 'The target would be underweight.', SHOW_IT),
  'target-obese': refusal(422, 'The target would be obese.', SHOW_IT),
} satisfies Refusals;

type CalculatorRefusals = typeof calculatorRefusals;
declare module '#platform/calls/refusals.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions, typescript/no-empty-object-type -- added to the list
  interface DeclaredRefusals extends CalculatorRefusals {}
}
