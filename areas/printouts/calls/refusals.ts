/** What calls of this area, and of those above, may answer instead of doing it. */
import { z } from 'zod';
import { LABEL_STOCKS } from '#areas/business/rules/label-stock.ts';
import { TooTallReply } from '#areas/printouts/calls/labels.ts';
import { refusal, type Refusals } from '#platform/calls/refusals.ts';

export const printoutsRefusals = {
  no_deliveries: refusal(404, 'There is nothing to print on this day.', 'Choose another day.'),
  labels_too_tall: refusal(
    409,
    'Labels have too little room on this stock. Nothing is printed.',
    'Choose larger stock, or do what `part` of each says.',
    z.object({
      labels: z.array(TooTallReply),
      /** How many have room. */
      others: z.int(),
      stock: z.enum(LABEL_STOCKS),
    }),
  ),
} satisfies Refusals;

type PrintoutsRefusals = typeof printoutsRefusals;
declare module '#platform/calls/refusals.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions, typescript/no-empty-object-type -- added to the list
  interface DeclaredRefusals extends PrintoutsRefusals {}
}
