import { z } from 'zod';
import { refusal, type Refusals } from '#platform/calls/refusals.ts';

export const checkoutRefusals = {
  already_paid: refusal(
    409,
    'This basket is paid.',
    'Send `paymentIntentId` to `POST /api/orders`.',
    z.object({ paymentIntentId: z.string().optional() }),
  ),
  payment_in_progress: refusal(
    409,
    'The bank is still deciding on a payment of it.',
    'Wait a moment, then send it again.',
  ),
  payment_unavailable: refusal(503, 'The card provider does not answer.', 'Try again in a minute.'),
  quote_changed: refusal(
    409,
    'The price is not the one you agreed to.',
    'Show `quote`, and send its total.',
    z.object({ quote: z.unknown().optional(), difference: z.string().optional() }),
  ),
  past_cutoff: refusal(
    409,
    'Orders for a day have closed.',
    'Choose from `orderingWeek`.',
    z.object({ orderingWeek: z.unknown().optional() }),
  ),
  hold_ended: refusal(409, 'The time to pay is over.', 'Start the payment again.'),
  hold_gave_way: refusal(
    409,
    'Someone paid for the last place before you. Nothing was charged.',
    'Choose another window: `full` and `alternatives`.',
    z.object({ full: z.unknown(), alternatives: z.unknown() }),
  ),
  place_pending: refusal(
    409,
    'Someone is paying for the same place at this moment. Nothing was charged.',
    'Send it again in five seconds, until `approvedUntil`.',
    z.object({ approvedUntil: z.string().optional() }),
  ),
  amount_differs: refusal(
    409,
    'The bank approved another amount. Nothing was charged.',
    'Start the payment again.',
  ),
  recipe_changed: refusal(
    409,
    'The recipe of a meal has changed.',
    'Look at the meal, then send it again.',
  ),
  not_open: refusal(409, 'The order can no longer be paid by its link.', 'Take the order again.'),
  not_ended: refusal(409, 'Its time to be paid is not over.', 'Wait, or cancel it.'),
  sent_often: refusal(409, 'The link was sent as often as it may be.', 'Call the customer.'),
  reminder_over: refusal(
    409,
    'The order’s reminder would come too late.',
    'Nothing to do: order now instead.',
  ),
} satisfies Refusals;

type CheckoutRefusals = typeof checkoutRefusals;
declare module '#platform/calls/refusals.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions, typescript/no-empty-object-type -- added to the list
  interface DeclaredRefusals extends CheckoutRefusals {}
}
