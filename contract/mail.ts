import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Id, IdInPath, InstantText } from '#contract/wire-values.ts';
import { MESSAGE_KINDS, MESSAGE_STATES } from '#domain/mail/messages.ts';

export const MessageReply = z.object({
  id: Id,
  kind: z.enum(MESSAGE_KINDS),
  state: z.enum(MESSAGE_STATES),
  recipient: z.string(),
  /** Null for mail that is not about an order. */
  orderId: Id.nullable(),
  orderNumber: z.string().nullable(),
  /** Null until it is written, and again when it is old. */
  subject: z.string().nullable(),
  tries: z.int(),
  nextTryAt: InstantText.nullable(),
  /** What went wrong last. */
  lastError: z.string().nullable(),
  createdAt: InstantText,
  sentAt: InstantText.nullable(),
});
export type MessageReply = z.infer<typeof MessageReply>;

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/admin/messages',
  access: 'staff',
  summary: 'The mail of the house, newest first, and how far each message has come',
  query: z.strictObject({
    state: z.enum(MESSAGE_STATES).optional(),
    limit: z.coerce.number().pipe(z.int().min(1).max(200)).default(50),
    /** `nextCursor` of the page before. */
    cursor: IdInPath.optional(),
  }),
  reply: z.object({
    /** `kept`: no mail server is set, so that mail stays in the data folder. */
    mode: z.enum(['smtp', 'kept']),
    /** Of all messages, whatever is asked for. */
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
  summary: 'One message with its text',
  params: MessageInPath,
  reply: MessageReply.extend({ from: z.string().nullable(), text: z.string().nullable() }),
});

/** For a sandboxed frame: a document of its own, whose policy lets nothing run or load. */
export const getMessagePage = endpoint({
  method: 'GET',
  path: '/api/admin/messages/:id/page',
  access: 'staff',
  summary: 'A message as a mail program shows it',
  params: MessageInPath,
  reply: z.string(),
  mediaType: 'text/html',
});

export const retryMessage = endpoint({
  method: 'POST',
  path: '/api/admin/messages/:id/retry',
  access: 'staff',
  summary: 'Tries a message again that was given up',
  params: MessageInPath,
  reply: MessageReply,
});
