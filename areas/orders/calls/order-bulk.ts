/** What staff do with many orders at once: with a preview, and a result for each. */
import { CARD_PROVIDER, NO_ROOM, PAYING_BACK } from '#areas/order-book/calls/refusal-groups.ts';
import { z } from 'zod';
import { DRY_RUN } from '#platform/calls/dry-run.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id, IdInPath, lineOfText, text } from '#platform/calls/wire-values.ts';
import { LONGEST_MESSAGE_TEXT, LONGEST_SUBJECT } from '#areas/messages/rules/check-message-text.ts';
import { SEGMENT_LENGTH } from '#areas/messages/rules/fill-text.ts';
import { ORDER_STATUSES } from '#areas/order-book/rules/order-status.ts';

export const MOST_ORDERS_AT_ONCE = 200;

const TOO_MANY = `Please choose at most ${MOST_ORDERS_AT_ONCE} orders`;
const Ids = z.array(Id).min(1, 'Please choose an order').max(MOST_ORDERS_AT_ONCE, TOO_MANY);

/** What becomes of one order. `code` and `message`: why nothing does. */
const OrderRow = z.object({
  id: z.int(),
  ok: z.boolean(),
  code: z.string().optional(),
  message: z.string().optional(),
  /** Absent: there is no such order. */
  orderNumber: z.string().optional(),
  customer: z.string().optional(),
});

const ManyStatusRow = OrderRow.extend({
  /** What it is after; before, in a row that is refused. Absent: there is no such order. */
  status: z.enum(ORDER_STATUSES).optional(),
  version: z.int().optional(),
  /** The customer gets an email about it. */
  isTold: z.boolean(),
  /** What goes back to the card, as text with two decimals. */
  refund: z.string().optional(),
});
export type ManyStatusRow = z.infer<typeof ManyStatusRow>;

const ManyStatusReply = z.object({
  isDryRun: z.boolean(),
  previewHash: z.string(),
  told: z.int(),
  /** For all, as text with two decimals. */
  refund: z.string(),
  results: z.array(ManyStatusRow),
});
export type ManyStatusReply = z.infer<typeof ManyStatusReply>;

const ManyStatusRequest = z.strictObject({
  ids: Ids,
  status: z.enum(ORDER_STATUSES),
  /** For cancelled ones. */
  refund: z.enum(['full', 'none']).default('full'),
  ...DRY_RUN,
});
export type ManyStatusRequest = z.output<typeof ManyStatusRequest>;

export const setStatusOfMany = endpoint({
  method: 'POST',
  path: '/api/admin/orders/status',
  right: 'setOrderStatus',
  about: 'any',
  summary: 'Sets the status of many orders, as far as it can be; a result for each',
  refusals: [...NO_ROOM, ...CARD_PROVIDER, ...PAYING_BACK, 'changed_meanwhile', 'preview_changed'],
  body: ManyStatusRequest,
  reply: ManyStatusReply,
});

const filled = (longest: number) =>
  text(longest)
    .transform((sent) => sent.trim())
    .refine((sent) => sent !== '', 'Please write something');

const MessageRow = OrderRow.extend({
  /** Where it goes; the same address gets it once. Empty in a row that is refused. */
  email: z.string(),
  /** Empty: no text. */
  phone: z.string(),
  /** Another of these orders has the same address: one email for both. */
  isTogether: z.boolean(),
});
export type MessageRow = z.infer<typeof MessageRow>;

const MessageManyReply = z.object({
  isDryRun: z.boolean(),
  previewHash: z.string(),
  /** `kept`: no text service is set, so that texts can't be chosen. */
  textMode: z.enum(['service', 'kept']),
  emails: z.int(),
  texts: z.int(),
  /** The message as the first of them gets it; null: nobody gets it. */
  example: z
    .object({
      recipient: z.string(),
      subject: z.string(),
      text: z.string(),
      /** Null: no text was asked for, or they get none. */
      textMessage: z.string().nullable(),
    })
    .nullable(),
  results: z.array(MessageRow),
});
export type MessageManyReply = z.infer<typeof MessageManyReply>;

const MessageManyRequest = z.strictObject({
  ids: Ids,
  subject: lineOfText(LONGEST_SUBJECT).pipe(filled(LONGEST_SUBJECT)),
  text: filled(LONGEST_MESSAGE_TEXT),
  /** Words of a text to mobile phones; our name and their link are added. Absent: emails only. */
  textMessage: filled(SEGMENT_LENGTH).optional(),
  /** One for each time someone writes: sent twice, the message goes out once. */
  key: z.uuid(),
  ...DRY_RUN,
});
export type MessageManyRequest = z.output<typeof MessageManyRequest>;

export const messageMany = endpoint({
  method: 'POST',
  path: '/api/admin/orders/message',
  right: 'messageCustomers',
  about: 'any',
  summary: 'Writes to the customers of these orders by email, and by text if asked; once to each',
  refusals: ['preview_changed'],
  body: MessageManyRequest,
  reply: MessageManyReply,
});

export const exportOrders = endpoint({
  method: 'GET',
  path: '/api/admin/orders.csv',
  right: 'manageSystem',
  about: 'any',
  summary: 'These orders as CSV: who, where, what and how much',
  refusals: ['confirm_first', 'not_for_tokens'],
  query: z.strictObject({
    /** One or more: `orderId=7&orderId=9`. */
    orderId: z.union([
      IdInPath.transform((id) => [id]),
      z.array(IdInPath).max(MOST_ORDERS_AT_ONCE, TOO_MANY),
    ]),
  }),
  reply: z.string(),
  mediaType: 'text/csv',
});
