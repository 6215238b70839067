import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id, IdInPath, InstantText, orNothing, sortText } from '#platform/calls/wire-values.ts';
import { MESSAGE_CHANNELS, MESSAGE_KINDS, MESSAGE_STATES } from '#areas/messages/rules/messages.ts';
import { TEXT_REFUSAL_REASONS } from '#areas/order-book/rules/check-customer.ts';

export const MessageReply = z.object({
  id: Id,
  kind: z.enum(MESSAGE_KINDS),
  channel: z.enum(MESSAGE_CHANNELS),
  state: z.enum(MESSAGE_STATES),
  recipient: z.string(),
  /** Null for emails that are not about an order. */
  orderId: Id.nullable(),
  orderNumber: z.string().nullable(),
  /** Null until it is written, and again once it has been purged. */
  subject: z.string().nullable(),
  tries: z.int(),
  nextTryAt: InstantText.nullable(),
  lastError: z.string().nullable(),
  createdAt: InstantText,
  sentAt: InstantText.nullable(),
});
export type MessageReply = z.infer<typeof MessageReply>;

const MessagesReply = z.object({
  /** `kept`: no mail server is set, so emails are saved in the data folder. */
  mode: z.enum(['smtp', 'kept']),
  /** `kept`: no text service is set. */
  textMode: z.enum(['service', 'kept']),
  /** Counts all messages, whatever the filter. */
  failed: z.int(),
  waiting: z.int(),
  messages: z.array(MessageReply),
  nextCursor: Id.nullable(),
});
export type MessagesReply = z.infer<typeof MessagesReply>;

export const MESSAGE_SORTS = ['written', 'recipient', 'state'] as const;
const MessageSort = sortText(MESSAGE_SORTS);
export type MessageSort = z.infer<typeof MessageSort>;

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/admin/messages',
  right: 'seeEmails',
  about: 'any',
  summary: 'Emails and texts, newest first unless sorted, with their status',
  query: z.strictObject({
    state: z.enum(MESSAGE_STATES).optional(),
    channel: z.enum(MESSAGE_CHANNELS).optional(),
    sort: orNothing(MessageSort),
    limit: z.coerce.number().pipe(z.int().min(1).max(200)).default(50),
    /** `nextCursor` of the previous page. */
    cursor: IdInPath.optional(),
  }),
  reply: MessagesReply,
});

const MessageInPath = z.object({ id: IdInPath });

export const getMessage = endpoint({
  method: 'GET',
  path: '/api/admin/messages/:id',
  right: 'seeEmails',
  about: 'any',
  summary: 'One email or text with its words',
  params: MessageInPath,
  reply: MessageReply.extend({
    from: z.string().nullable(),
    text: z.string().nullable(),
    /** For a text: why its number gets no more of them; null: it may. */
    refusal: z.enum(TEXT_REFUSAL_REASONS).nullable(),
  }),
});

/** For a sandboxed frame: a document of its own, whose content security policy lets nothing run or load. */
export const getMessagePage = endpoint({
  method: 'GET',
  path: '/api/admin/messages/:id/page',
  right: 'seeEmails',
  about: 'any',
  summary: 'An email as an email program shows it',
  params: MessageInPath,
  reply: z.string(),
  mediaType: 'text/html',
});

export const retryMessage = endpoint({
  method: 'POST',
  path: '/api/admin/messages/:id/retry',
  right: 'resendEmails',
  about: 'any',
  summary: 'Sends a failed email or text again',
  refusals: ['not_failed'],
  params: MessageInPath,
  reply: MessageReply,
});

export const resendEmail = endpoint({
  method: 'POST',
  path: '/api/admin/messages/:id/resend',
  right: 'resendEmails',
  about: 'any',
  summary: 'Sends the same kind of email to the same address again, as the order is now',
  refusals: ['not_resendable'],
  params: z.object({ id: IdInPath }),
  /** One for each tap: sent twice, it is one email. */
  body: z.strictObject({ key: z.uuid() }),
  reply: z.object({ ok: z.literal(true) }),
});
