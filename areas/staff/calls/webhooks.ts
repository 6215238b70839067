/** Webhooks: addresses of other programs, which we tell of orders. */
import { z } from 'zod';
import { sentBack } from '#platform/calls/sent-back.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { WEBHOOK_TYPES } from '#areas/staff/calls/webhook-events.ts';
import { Id, IdInPath, InstantText, text } from '#platform/calls/wire-values.ts';
import {
  LONGEST_WEBHOOK_URL,
  WEBHOOK_EVENTS,
  WEBHOOK_OFF_REASONS,
} from '#platform/rules/webhooks.ts';

const WebhookId = z.object({ id: z.uuid() });

/** The server also checks where it leads. */
const UrlText = text(LONGEST_WEBHOOK_URL)
  .trim()
  .pipe(
    z.url({ protocol: /^https?$/, error: 'Please enter an address that starts with https://' }),
  );

const Events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1, 'Please choose at least one event')
  .max(50)
  .transform((events) => [...new Set(events)]);

export const WebhookReply = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  isActive: z.boolean(),
  /** Why it is off: `failing`, after three days without a success; `gone`, it answered 410. Null: it is on, or staff switched it off. */
  offReason: z.enum(WEBHOOK_OFF_REASONS).nullable(),
  /** Since when every attempt has failed; null: the last one succeeded, or there was none. */
  failingSince: InstantText.nullable(),
  /** Until when the former secret signs too; null: there is no former one. */
  oldSecretUntil: InstantText.nullable(),
  createdAt: InstantText,
});
export type WebhookReply = z.infer<typeof WebhookReply>;

/** The secret is shown only once. */
export const WebhookSecretReply = z.object({ secret: z.string(), webhook: WebhookReply });
export type WebhookSecretReply = z.infer<typeof WebhookSecretReply>;

export const AttemptReply = z.object({
  at: InstantText,
  /** Null: there was no answer; `error` says why. */
  status: z.int().nullable(),
  ms: z.int(),
  /** The beginning of the answer. */
  answer: z.string(),
  error: z.string().nullable(),
});
export type AttemptReply = z.infer<typeof AttemptReply>;

export const WebhookMessageReply = z.object({
  id: Id,
  /** The header `webhook-id`: the same at each attempt. */
  webhookId: z.string(),
  type: z.enum(WEBHOOK_TYPES),
  state: z.enum(['waiting', 'sent', 'failed']),
  createdAt: InstantText,
  /** Null: it is not tried again automatically. */
  nextTryAt: InstantText.nullable(),
  body: z.string(),
  attempts: z.array(AttemptReply),
});
export type WebhookMessageReply = z.infer<typeof WebhookMessageReply>;

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/admin/webhooks',
  right: 'manageWebhooks',
  summary: 'Every webhook, oldest first',
  reply: z.array(WebhookReply),
});

export const AddWebhookRequest = z.strictObject({ url: UrlText, events: Events });

export const addWebhook = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks',
  right: 'manageWebhooks',
  summary: 'Adds a webhook; its secret is only in this reply; after a recent proof of identity',
  refusals: ['confirm_first', 'too_many_webhooks'],
  body: AddWebhookRequest,
  status: 201,
  reply: WebhookSecretReply,
});

export const WebhookFields = z.object({
  events: Events.optional(),
  isActive: z.boolean().optional(),
});

export const changeWebhook = endpoint({
  method: 'PUT',
  path: '/api/admin/webhooks/:id',
  right: 'manageWebhooks',
  about: 'any',
  summary:
    'Changes the events, or switches it on or off: what still waits when it is switched off is given up; after a recent proof of identity',
  refusals: ['confirm_first'],
  params: WebhookId,
  body: sentBack(WebhookFields, WebhookReply).refine(
    (body) => Object.keys(body).length > 0,
    'Please send at least one change',
  ),
  reply: WebhookReply,
});
export type WebhookChange = z.output<typeof changeWebhook.body>;

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/admin/webhooks/:id',
  right: 'manageWebhooks',
  about: 'any',
  summary: 'Deletes a webhook and its log',
  params: WebhookId,
});

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:id/secret',
  right: 'manageWebhooks',
  about: 'any',
  summary:
    'Makes a new secret; the former one signs too for 24 hours; after a recent proof of identity',
  refusals: ['confirm_first'],
  params: WebhookId,
  reply: WebhookSecretReply,
});

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:id/test',
  right: 'manageWebhooks',
  about: 'any',
  summary: 'Sends an event of the type test at once, and says what came back',
  params: WebhookId,
  reply: WebhookMessageReply,
});

export const listWebhookLog = endpoint({
  method: 'GET',
  path: '/api/admin/webhooks/:id/log',
  right: 'manageWebhooks',
  about: 'any',
  summary: 'What was sent to a webhook in the last 30 days, newest first, with each attempt',
  params: WebhookId,
  query: z.strictObject({
    /** `nextCursor` of the previous page. */
    cursor: IdInPath.optional(),
  }),
  reply: z.object({ messages: z.array(WebhookMessageReply), nextCursor: Id.nullable() }),
});

export const resendWebhook = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:id/log/:messageId/resend',
  right: 'manageWebhooks',
  about: 'any',
  summary: 'Sends an event of the log again at once, with the same webhook-id; 409 webhook_off',
  refusals: ['webhook_off'],
  params: WebhookId.extend({ messageId: IdInPath }),
  reply: WebhookMessageReply,
});
