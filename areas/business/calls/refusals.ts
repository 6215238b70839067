/** What calls of this area, and of those above, may answer instead of doing it. */
import { z } from 'zod';
import { SaleReply } from '#areas/business/calls/sale.ts';
import { refusal, type Refusals } from '#platform/calls/refusals.ts';

export const businessRefusals = {
  sale_closed: refusal(
    409,
    'The kitchen does not sell to the public now.',
    'Show `message`; `sale` says when it sells again.',
    z.object({ sale: SaleReply }),
  ),
  preview_used_up: refusal(
    409,
    'As many orders as the preview link allows have been placed, and the kitchen is not open to the public.',
    'Ask the person who sent the link for another.',
  ),
} satisfies Refusals;

type BusinessRefusals = typeof businessRefusals;
declare module '#platform/calls/refusals.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions, typescript/no-empty-object-type -- added to the list
  interface DeclaredRefusals extends BusinessRefusals {}
}
