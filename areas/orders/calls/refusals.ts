import { z } from 'zod';
import { refusal, type Refusals } from '#platform/calls/refusals.ts';

export const ordersRefusals = {
  payment_due: refusal(
    402,
    'The change costs more than was paid.',
    'Pay with `clientSecret`, then send the change with `paymentIntentId`.',
    z.object({
      clientSecret: z.string(),
      paymentIntentId: z.string(),
      amount: z.string(),
      holdExpiresAt: z.string(),
    }),
  ),
  order_changed: refusal(
    409,
    'The order has changed since you read it.',
    'Read it again, then change it.',
    z.object({ version: z.int().optional() }),
  ),
  closed: refusal(409, 'The customer can no longer change this order.', 'Call the kitchen.'),
  already_chosen: refusal(409, 'This was chosen before.', 'Read the order again.'),
  option_gone: refusal(409, 'What was chosen is no longer possible.', 'Choose another.'),
  already_settled: refusal(409, 'Someone has settled this.', 'Read the list again.'),
  nothing_owed: refusal(409, 'Nothing is left to pay.', 'Read the order again.'),
  customer_erased: refusal(409, 'The customer was erased: there is nobody to ask.', 'Nothing.'),
} satisfies Refusals;

type OrdersRefusals = typeof ordersRefusals;
declare module '#platform/calls/refusals.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions, typescript/no-empty-object-type -- added to the list
  interface DeclaredRefusals extends OrdersRefusals {}
}
