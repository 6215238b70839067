import { z } from 'zod';
import { refusal, type Refusals } from '#platform/calls/refusals.ts';

export const paymentsRefusals = {
  cards_refused: refusal(
    409,
    'The card provider did not take the keys.',
    'Show `message`, which has its words.',
  ),
  webhook_by_hand: refusal(
    409,
    'A restricted key may not make the webhook at the card provider.',
    'Add the permission, or make the webhook for `url` there and send its signing secret.',
    z.object({ url: z.string(), events: z.array(z.string()) }),
  ),
} satisfies Refusals;

type PaymentsRefusals = typeof paymentsRefusals;
declare module '#platform/calls/refusals.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions, typescript/no-empty-object-type -- added to the list
  interface DeclaredRefusals extends PaymentsRefusals {}
}
