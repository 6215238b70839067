/** What calls of this area, and of those above, may answer instead of doing it. */
import { z } from 'zod';
import { refusal, type Refusals } from '#platform/calls/refusals.ts';

export const recipesRefusals = {
  allergens_differ: refusal(
    409,
    'Meals would declare less than they contain.',
    'Send it again with `settle`: for each of `meals` what it declares from now on.',
    z.object({ meals: z.array(z.unknown()) }),
  ),
  unlikely_figures: refusal(
    409,
    'The figures look wrong.',
    'Correct what `fields` names, or send it again with the figures confirmed.',
    z.object({ fields: z.record(z.string(), z.string()) }),
  ),
  circle: refusal(
    409,
    'A component would need itself.',
    'Take it out: `way` says by which components.',
    z.object({ way: z.array(z.string()) }),
  ),
  in_use: refusal(
    409,
    'Recipes need it.',
    'Replace it in `recipes` first.',
    z.object({ recipes: z.array(z.unknown()) }),
  ),
  nothing_left_to_sell: refusal(
    409,
    'The kitchen is open, and nothing else is on its menu.',
    'Add a meal first.',
  ),
  nothing_to_undo: refusal(
    409,
    'It was brought back already, or 30 days are over.',
    'Restore meals one by one.',
  ),
} satisfies Refusals;

type RecipesRefusals = typeof recipesRefusals;
declare module '#platform/calls/refusals.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions, typescript/no-empty-object-type -- added to the list
  interface DeclaredRefusals extends RecipesRefusals {}
}
