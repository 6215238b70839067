import { refusal, type Refusals } from '#platform/calls/refusals.ts';

export const customersRefusals = {
  delivery_ahead: refusal(
    409,
    'Deliveries to this customer are still to come.',
    'Cancel them, or wait.',
  ),
  money_open: refusal(409, 'Money of this customer is still open.', 'Settle it first.'),
  too_many_problems: refusal(
    409,
    'We are still looking at other problems of this order.',
    'Call the kitchen.',
  ),
  too_many_photos: refusal(409, 'That is the most photos there can be.', 'Send the problem first.'),
} satisfies Refusals;

type CustomersRefusals = typeof customersRefusals;
declare module '#platform/calls/refusals.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions, typescript/no-empty-object-type -- added to the list
  interface DeclaredRefusals extends CustomersRefusals {}
}
