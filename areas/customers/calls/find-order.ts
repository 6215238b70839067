import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { text } from '#platform/calls/wire-values.ts';
import { EMAIL_MESSAGE, isEmailAddress } from '#platform/rules/customer-name.ts';
import {
  LONGEST_TYPED_NUMBER,
  NUMBER_MISSING_MESSAGE,
} from '#areas/order-book/rules/order-number.ts';

/** The reply never shows whether the two belong together, nor whether there is such an order. */
export const findOrder = endpoint({
  method: 'POST',
  path: '/api/orders/find',
  access: 'public',
  summary: 'Emails the order’s link to its own address if number and email belong together',
  body: z.strictObject({
    orderNumber: text(LONGEST_TYPED_NUMBER)
      .transform((sent) => sent.trim())
      .refine((sent) => sent !== '', NUMBER_MISSING_MESSAGE),
    email: text(254)
      .transform((sent) => sent.trim())
      .refine(isEmailAddress, EMAIL_MESSAGE),
  }),
  status: 202,
  reply: z.object({ message: z.string() }),
});
