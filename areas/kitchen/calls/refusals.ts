import { z } from 'zod';
import { refusal, type Refusals } from '#platform/calls/refusals.ts';

export const kitchenRefusals = {
  plan_changed: refusal(409, 'The plan has changed since you read it.', 'Read it again.'),
  pot_done: refusal(
    409,
    'Someone has already reported this pot.',
    'Ask whether it is the same pot, and say so with `pot`.',
  ),
  not_there_yet: refusal(409, 'Still too warm, with time left.', 'Measure again later.'),
  chill_over: refusal(409, 'This step of the chill is over.', 'Read it again.'),
  corrected: refusal(409, 'The reading was corrected before.', 'Correct the new one.'),
  no_failure: refusal(409, 'The reading passed.', 'Nothing to do.'),
  answered: refusal(409, 'Someone has already said what was done about it.', 'Read it again.'),
  list_changed: refusal(409, 'The shopping list has changed since you read it.', 'Read it again.'),
  already_sent: refusal(
    409,
    'Someone has already sent this order.',
    'Read the list again.',
    z.object({ number: z.int().optional() }),
  ),
  nothing_to_send: refusal(409, 'The order has not changed since it was sent.', 'Nothing.'),
  already_received: refusal(
    409,
    'Someone has already taken these goods in.',
    'Read the order again.',
    z.object({ by: z.string() }),
  ),
} satisfies Refusals;

type KitchenRefusals = typeof kitchenRefusals;
declare module '#platform/calls/refusals.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions, typescript/no-empty-object-type -- added to the list
  interface DeclaredRefusals extends KitchenRefusals {}
}
