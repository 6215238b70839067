import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id, InstantText } from '#platform/calls/wire-values.ts';
import { GOING_LIVE_STEPS } from '#areas/office/rules/going-live.ts';

export const GoingLiveReply = z.object({
  steps: z.array(
    z.object({
      step: z.enum(GOING_LIVE_STEPS),
      state: z.enum(['done', 'open', 'later']),
      says: z.string(),
      mayKeep: z.boolean(),
    }),
  ),
  /** Every step is done or left for later. */
  isOver: z.boolean(),
  /** What keeps everyone from ordering, a sentence each. */
  bars: z.array(z.string()),
  /** What works, and hurts. */
  warnings: z.array(z.string()),
  /** Why nothing is sold yet; null: it is not that. */
  whyBefore: z.enum(['switch', 'date', 'cards']).nullable(),
  payments: z.enum(['none', 'sandbox', 'test', 'live']),
  email: z.object({
    mode: z.enum(['smtp', 'kept']),
    /** For the latest test email; null: none was sent. */
    sentAt: InstantText.nullable(),
  }),
  publicUrl: z.string(),
  /** What goes on when the kitchen closes now. */
  underWay: z.object({ orders: z.int(), paying: z.int() }),
  /** The newest order that was paid. */
  order: z.object({ id: Id, number: z.string() }).nullable(),
  /** What would go with the test orders, since live card keys are in force. */
  testOrders: z.object({ orders: z.int(), deliveries: z.int() }),
  /** A made-up business: nothing to open. */
  isDemo: z.boolean(),
});
export type GoingLiveReply = z.infer<typeof GoingLiveReply>;

export const getGoingLive = endpoint({
  method: 'GET',
  path: '/api/admin/going-live',
  right: 'manageSettings',
  summary:
    'The steps of going live, each with what was found, what keeps the kitchen from opening, and what hurts',
  reply: GoingLiveReply,
});

export const answerGoingLive = endpoint({
  method: 'PUT',
  path: '/api/admin/going-live/:step',
  right: 'manageSettings',
  about: 'any',
  summary: 'Leaves a step for later, takes that back, or says that its example is right',
  refusals: ['not_asked'],
  params: z.object({ step: z.enum(GOING_LIVE_STEPS) }),
  body: z.strictObject({ answer: z.enum(['later', 'now', 'right']) }),
  reply: GoingLiveReply,
});

export const removeTestOrders = endpoint({
  method: 'DELETE',
  path: '/api/admin/going-live/test-orders',
  right: 'manageSettings',
  summary:
    'Makes a backup, then removes all test orders with everything that hangs on them, while no real order was paid',
  refusals: ['confirm_first', 'not_for_tokens', 'real_orders', 'paying_now'],
  reply: z.object({ removed: z.int() }),
});

export const sendTestEmail = endpoint({
  method: 'POST',
  path: '/api/admin/going-live/email/tests',
  right: 'manageSettings',
  summary: 'Sends an email with a code to anyone who asks',
  refusals: ['email_refused'],
  reply: GoingLiveReply,
});

export const checkAddress = endpoint({
  method: 'POST',
  path: '/api/admin/going-live/address/checks',
  right: 'manageSettings',
  summary: 'Asks PUBLIC_URL for an answer that only this installation can give',
  refusals: ['address_elsewhere'],
  reply: GoingLiveReply,
});

export const CODED_STEPS = ['email', 'labels', 'sms'] as const;
export type CodedStep = (typeof CODED_STEPS)[number];

export const SentCode = z.object({
  step: z.enum(CODED_STEPS),
  code: z
    .string()
    .transform((code) => code.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Please enter the six digits')),
});

export const confirmCode = endpoint({
  method: 'POST',
  path: '/api/admin/going-live/codes',
  right: 'manageSettings',
  summary: 'The code of the test email, text or label, which proves that it arrived or was printed',
  body: SentCode,
  reply: GoingLiveReply,
});

export const getTestLabel = endpoint({
  method: 'GET',
  path: '/api/admin/going-live/label',
  right: 'manageSettings',
  summary: 'A label with a code, to try the printer',
  reply: z.unknown(),
  mediaType: 'application/pdf',
});
