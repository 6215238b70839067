import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { InstantText, PlainDateText, StoredWindow, text } from '#platform/calls/wire-values.ts';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';
import { EMAIL_MESSAGE, isEmailAddress } from '#platform/rules/customer-name.ts';

export const AskForBellRequest = z.strictObject({
  date: PlainDateText,
  window: DeliveryWindowText,
  email: text(254)
    .transform((sent) => sent.trim())
    .refine(isEmailAddress, EMAIL_MESSAGE),
  /** For an order with the same mailbox: then it need not be confirmed. */
  trackingToken: z.string().max(100).optional(),
});
export type AskForBellRequest = z.output<typeof AskForBellRequest>;

/** The secret of the link in an email. */
const BellToken = z.string().max(100);

export const BellsReply = z.object({
  bells: z.array(
    z.object({
      date: PlainDateText,
      window: StoredWindow,
      /** `asked`: to be confirmed. `confirmed`: waits. `told`: a place came free. `used`: ordered. `over`: given up. */
      state: z.enum(['asked', 'confirmed', 'told', 'used', 'over']),
    }),
  ),
});
export type BellsReply = z.infer<typeof BellsReply>;

export const askForBell = endpoint({
  method: 'POST',
  path: '/api/slot-bells',
  access: 'public',
  about: 'token',
  summary:
    'Asks to be told when a place comes free in a full delivery window; the reply does not show who asked before',
  refusals: ['preview_used_up', 'sale_closed'],
  body: AskForBellRequest,
  status: 202,
  reply: z.object({
    /** Nothing comes after this: orders for that week close. */
    until: InstantText,
    /** The tracking token showed whose mailbox it is; otherwise the email that was sent asks. */
    isConfirmed: z.boolean(),
  }),
});

export const getBells = endpoint({
  method: 'GET',
  path: '/api/slot-bells',
  access: 'public',
  about: 'token',
  summary: 'What the mailbox of this link waits for; changes nothing',
  query: z.strictObject({ token: BellToken }),
  reply: BellsReply,
});

export const confirmBells = endpoint({
  method: 'POST',
  path: '/api/slot-bells/confirm',
  access: 'public',
  about: 'token',
  summary: 'The mailbox of this link did ask: it is told when a place comes free',
  body: z.strictObject({ token: BellToken }),
  reply: BellsReply,
});

export const stopBells = endpoint({
  method: 'POST',
  path: '/api/slot-bells/stop',
  access: 'public',
  about: 'token',
  summary: 'The mailbox of this link waits for no place any more',
  body: z.strictObject({ token: BellToken }),
  reply: BellsReply,
});
