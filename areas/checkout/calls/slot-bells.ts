import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { InstantText, PlainDateText, StoredWindow, text } from '#platform/calls/wire-values.ts';
import { DeliveryWindowText } from '#areas/business/calls/window-text.ts';
import { EMAIL_MESSAGE, isEmailAddress } from '#platform/rules/email-address.ts';

export const AskForBellRequest = z.strictObject({
  date: PlainDateText,
  timeSlot: DeliveryWindowText,
  email: text(254)
    .transform((sent) => sent.trim())
    .refine(isEmailAddress, EMAIL_MESSAGE),
});
export type AskForBellRequest = z.output<typeof AskForBellRequest>;

/** The secret of the link in the email. */
export const BellToken = z.string().max(100);

export const BellReply = z.object({
  date: PlainDateText,
  timeSlot: StoredWindow,
  /** `held`: an order with this link gets the place. `used`: it was paid for. `over`: it went to the next person. */
  state: z.enum(['held', 'used', 'over']),
  heldUntil: InstantText,
});
export type BellReply = z.infer<typeof BellReply>;

export const askForBell = endpoint({
  method: 'POST',
  path: '/api/slot-bells',
  access: 'public',
  summary:
    'Asks for one email when a place comes free in a full delivery window; the reply does not show who asked before',
  body: AskForBellRequest,
  status: 202,
  reply: z.object({
    /** Nothing comes after this: orders for that week close. */
    until: InstantText,
  }),
});

export const getBell = endpoint({
  method: 'GET',
  path: '/api/slot-bells',
  access: 'public',
  summary: 'The place that is held for the holder of this link',
  query: z.strictObject({ token: BellToken }),
  reply: BellReply,
});

export const stopBell = endpoint({
  method: 'POST',
  path: '/api/slot-bells/stop',
  access: 'public',
  summary: 'Gives the place of this link up: the next person is told',
  body: z.strictObject({ token: BellToken }),
  reply: BellReply,
});
