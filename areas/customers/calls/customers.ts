import { z } from 'zod';
import { DRY_RUN } from '#platform/calls/dry-run.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { FoodNeedsReply } from '#areas/order-book/calls/prepared-order.ts';
import {
  Id,
  IdInPath,
  InstantText,
  orNothing,
  PlainDateText,
  sortText,
  text,
} from '#platform/calls/wire-values.ts';
import { EMAIL_MESSAGE, isEmailAddress } from '#platform/rules/customer-name.ts';
import { MESSAGE_CHANNELS, MESSAGE_KINDS, MESSAGE_STATES } from '#areas/messages/rules/messages.ts';
import { ORDER_STATUSES } from '#areas/order-book/rules/order-status.ts';

/** In the body, because addresses of pages and calls end up in logs. */
const OneCustomer = z.strictObject({
  email: text(254).refine(isEmailAddress, EMAIL_MESSAGE),
});

/** Records as they are stored: anyone who asks gets all of it, not our choice. */
const Records = z.array(z.looseObject({}));

export const CustomerFileReply = z.object({
  email: z.string(),
  madeAt: InstantText,
  /** With people, meals, deliveries, payment, refunds, emails, changes and printouts. */
  orders: Records,
  unpaidCheckouts: Records,
  waitlist: Records,
  /** Full delivery windows in which they wait for a place. */
  bells: Records,
  notes: Records,
  /** Emails that are about no order. */
  otherEmails: Records,
  /** What this file cannot contain, and where to find it. */
  elsewhere: z.array(z.string()),
});
export type CustomerFileReply = z.infer<typeof CustomerFileReply>;

export const getCustomerFile = endpoint({
  method: 'POST',
  path: '/api/admin/customers/file',
  right: 'seeCustomers',
  summary: 'Everything held about the person with this email address, as a JSON file',
  refusals: ['confirm_first', 'not_for_tokens', 'not_found'],
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
  right: 'eraseCustomers',
  summary:
    'Erases the person with this email address everywhere; amounts, meals and dates stay. Refused while a delivery is ahead or money is open',
  refusals: ['confirm_first', 'delivery_ahead', 'money_open', 'not_found'],
  body: OneCustomer,
  reply: ErasedReply,
});

const CustomerSummary = z.object({
  /** For their first order that still has this email address: it stays while there are orders. */
  id: Id,
  /** As in the latest order, like phone and suburb. */
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  suburb: z.string(),
  orders: z.int(),
  firstOrderAt: InstantText,
  lastOrderAt: InstantText,
});
export type CustomerSummary = z.infer<typeof CustomerSummary>;

export const CUSTOMER_SORTS = ['last', 'name', 'suburb', 'orders'] as const;
const CustomerSort = sortText(CUSTOMER_SORTS);
export type CustomerSort = z.infer<typeof CustomerSort>;

export const listCustomers = endpoint({
  method: 'GET',
  path: '/api/admin/customers',
  right: 'seeCustomers',
  about: 'any',
  summary:
    'Customers by name, email, phone, order number or address; who ordered last comes first unless sorted',
  query: z.strictObject({
    q: orNothing(text(100)),
    sort: orNothing(CustomerSort),
    limit: z.coerce.number().pipe(z.int().min(1).max(100)).default(50),
    /** `nextCursor` of the previous page. */
    cursor: IdInPath.optional(),
  }),
  reply: z.object({ customers: z.array(CustomerSummary), nextCursor: Id.nullable() }),
});

export const CustomerReply = CustomerSummary.extend({
  /** What they paid, what went back or is on its way back, and what is left of it. */
  paid: z.string(),
  refunded: z.string(),
  spent: z.string(),
  /** The first is the latest; each once. */
  phones: z.array(z.string()),
  addresses: z.array(z.string()),
  orderList: z.array(
    z.object({
      id: Id,
      orderNumber: z.string(),
      status: z.enum(ORDER_STATUSES),
      createdAt: InstantText,
      deliveryDates: z.array(PlainDateText),
      total: z.string(),
      refunded: z.string(),
    }),
  ),
  /** Every allergy, diet and note told in any order of the last 12 months, together for each name. */
  foodNeeds: z.array(z.object({ name: z.string(), ...FoodNeedsReply })),
  /** The latest first. */
  messages: z.array(
    z.object({
      id: Id,
      kind: z.enum(MESSAGE_KINDS),
      channel: z.enum(MESSAGE_CHANNELS),
      state: z.enum(MESSAGE_STATES),
      at: InstantText,
      recipient: z.string(),
      orderNumber: z.string().nullable(),
    }),
  ),
  /** Every address they order with, in small letters; the first names them. */
  emails: z.array(z.string()),
  notes: z.array(z.object({ id: Id, text: z.string(), writtenBy: z.string(), at: InstantText })),
  waitlist: z.array(z.object({ suburb: z.string(), joinedAt: InstantText })),
  /** Others who order with the same phone: perhaps the same person, perhaps the same household. */
  samePhone: z.array(z.object({ id: Id, name: z.string(), email: z.string() })),
});
export type CustomerReply = z.infer<typeof CustomerReply>;

export const getCustomer = endpoint({
  method: 'GET',
  path: '/api/admin/customers/:id',
  right: 'seeCustomers',
  about: 'any',
  summary: 'One customer over all their orders; the id of any of these will do',
  params: z.object({ id: IdInPath }),
  reply: CustomerReply,
});

export const eraseCustomerById = endpoint({
  method: 'POST',
  path: '/api/admin/customers/:id/erase',
  right: 'eraseCustomers',
  about: 'any',
  summary: 'Erases this customer, as the call by email address does',
  refusals: ['confirm_first', 'delivery_ahead', 'money_open'],
  params: z.object({ id: IdInPath }),
  reply: ErasedReply,
});

/** Longer than that, it is a matter for an order or an email. */
const LONGEST_NOTE = 1000;

export const addCustomerNote = endpoint({
  method: 'POST',
  path: '/api/admin/customers/:id/notes',
  right: 'seeCustomers',
  about: 'any',
  summary: 'Adds a note about this customer, for staff alone',
  params: z.object({ id: IdInPath }),
  body: z.strictObject({
    text: text(LONGEST_NOTE)
      .transform((sent) => sent.trim())
      .refine((sent) => sent !== '', 'Please enter a note'),
  }),
});

export const deleteCustomerNote = endpoint({
  method: 'DELETE',
  path: '/api/admin/customers/:id/notes/:noteId',
  right: 'seeCustomers',
  about: 'any',
  summary: 'Deletes a note about this customer',
  params: z.object({ id: IdInPath, noteId: IdInPath }),
});

export const MergePreview = z.object({
  previewHash: z.string(),
  kept: CustomerSummary,
  joined: CustomerSummary,
});
export type MergePreview = z.infer<typeof MergePreview>;

export const MergeRequest = OneCustomer.extend(DRY_RUN);
export type MergeRequest = z.output<typeof MergeRequest>;

export const mergeCustomers = endpoint({
  method: 'POST',
  path: '/api/admin/customers/:id/merge',
  right: 'eraseCustomers',
  about: 'any',
  summary:
    'Joins anyone who orders with this email address to this customer for good; orders keep what they say',
  refusals: ['preview_changed'],
  params: z.object({ id: IdInPath }),
  body: MergeRequest,
  reply: z.object({ preview: MergePreview, isMerged: z.boolean() }),
});

export const exportCustomers = endpoint({
  method: 'GET',
  path: '/api/admin/customers.csv',
  right: 'manageSystem',
  summary: 'Every customer as CSV: contact and orders. After a recent proof of identity',
  refusals: ['confirm_first', 'not_for_tokens'],
  reply: z.string(),
  mediaType: 'text/csv',
});
