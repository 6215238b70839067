import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Id, IdInPath, InstantText } from '#contract/wire-values.ts';
import { MESSAGE_KINDS, MESSAGE_STATES } from '#domain/emails/messages.ts';

export const MessageReply = z.object({
  id: Id,
  kind: z.enum(MESSAGE_KINDS),
  state: z.enum(MESSAGE_STATES),
  recipient: z.string(),
  /** Null for emails that are not about an order. */
  orderId: Id.nullable(),
  orderNumber: z.string().nullable(),
  /** Null until it is written, and again once it has been purged. */
  subject: z.string().nullable(),
  tries: z.int(),
  nextTryAt: InstantText.nullable(),
  /** The last error. */
  lastError: z.string().nullable(),
  createdAt: InstantText,
  sentAt: InstantText.nullable(),
});
export type MessageReply = z.infer<typeof MessageReply>;

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/admin/messages',
  access: 'staff',
  summary: 'Emails, newest first, with their status',
  query: z.strictObject({
    state: z.enum(MESSAGE_STATES).optional(),
    limit: z.coerce.number().pipe(z.int().min(1).max(200)).default(50),
    /** `nextCursor` of the previous page. */
    cursor: IdInPath.optional(),
  }),
  reply: z.object({
    /** `kept`: no mail server is set, so emails are saved in the data folder. */
    mode: z.enum(['smtp', 'kept']),
    /** Counts all messages, whatever the filter. */
    failed: z.int(),
    waiting: z.int(),
    messages: z.array(MessageReply),
    nextCursor: Id.nullable(),
  }),
});

const MessageInPath = z.object({ id: IdInPath });

export const getMessage = endpoint({
  method: 'GET',
  path: '/api/admin/messages/:id',
  access: 'staff',
  summary: 'One email with its text',
  params: MessageInPath,
  reply: MessageReply.extend({ from: z.string().nullable(), text: z.string().nullable() }),
});

/** For a sandboxed frame: a document of its own, whose content security policy lets nothing run or load. */
export const getMessagePage = endpoint({
  method: 'GET',
  path: '/api/admin/messages/:id/page',
  access: 'staff',
  summary: 'An email as an email program shows it',
  params: MessageInPath,
  reply: z.string(),
  mediaType: 'text/html',
});

export const retryMessage = endpoint({
  method: 'POST',
  path: '/api/admin/messages/:id/retry',
  access: 'staff',
  summary: 'Sends a failed email again',
  params: MessageInPath,
  reply: MessageReply,
});
