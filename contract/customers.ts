import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { InstantText, text } from '#contract/wire-values.ts';
import { EMAIL_MESSAGE, isEmailAddress } from '#domain/customer/email-address.ts';

/** In the body, because addresses of pages and calls end up in logs. */
const OneCustomer = z.strictObject({
  email: text(254).refine(isEmailAddress, EMAIL_MESSAGE),
});

/** Records as they are stored: whoever asks gets all of it, not our choice. */
const Records = z.array(z.looseObject({}));

export const CustomerFileReply = z.object({
  email: z.string(),
  madeAt: InstantText,
  /** With people, meals, deliveries, payment, refunds, emails, changes and printouts. */
  orders: Records,
  unpaidCheckouts: Records,
  waitlist: Records,
  /** Emails that are about no order. */
  otherEmails: Records,
  /** What this file cannot contain, and where to find it. */
  elsewhere: z.array(z.string()),
});
export type CustomerFileReply = z.infer<typeof CustomerFileReply>;

export const getCustomerFile = endpoint({
  method: 'POST',
  path: '/api/admin/customers/file',
  access: 'staff',
  right: 'seeCustomers',
  summary: 'Everything held about the person with this email address, as a JSON file',
  body: OneCustomer,
  reply: CustomerFileReply,
});

export const ErasedReply = z.object({
  orders: z.int(),
  unpaidCheckouts: z.int(),
  emails: z.int(),
  printouts: z.int(),
  waitlistEntries: z.int(),
  /** What still names them, and for how long. */
  elsewhere: z.array(z.string()),
});
export type ErasedReply = z.infer<typeof ErasedReply>;

export const eraseCustomer = endpoint({
  method: 'POST',
  path: '/api/admin/customers/erase',
  access: 'staff',
  right: 'eraseCustomers',
  summary:
    'Erases the person with this email address everywhere; amounts, meals and dates stay. Refused while a delivery is ahead or money is open',
  body: OneCustomer,
  reply: ErasedReply,
});
