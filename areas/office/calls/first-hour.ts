import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id, InstantText } from '#platform/calls/wire-values.ts';
import { FIRST_HOUR_STEPS } from '#areas/office/rules/first-hour.ts';

export const FirstHourReply = z.object({
  steps: z.array(
    z.object({
      step: z.enum(FIRST_HOUR_STEPS),
      state: z.enum(['done', 'open', 'later']),
      says: z.string(),
      /** The owner may say that the example is right for them. */
      mayKeep: z.boolean(),
    }),
  ),
  /** Every step is done or left for later. */
  isOver: z.boolean(),
  /** A sentence each; empty: ready to take real money. */
  missingBeforeLive: z.array(z.string()),
  payments: z.enum(['sandbox', 'test', 'live']),
  email: z.object({
    mode: z.enum(['smtp', 'kept']),
    /** Of the latest test email; null: none was sent. */
    sentAt: InstantText.nullable(),
  }),
  /** The newest order that was paid. */
  order: z.object({ id: Id, number: z.string() }).nullable(),
});
export type FirstHourReply = z.infer<typeof FirstHourReply>;

export const getFirstHour = endpoint({
  method: 'GET',
  path: '/api/admin/first-hour',
  access: 'staff',
  right: 'manageSettings',
  summary:
    'The steps of a new kitchen, each with what was found, and what is missing before going live',
  reply: FirstHourReply,
});

export const answerFirstHour = endpoint({
  method: 'PUT',
  path: '/api/admin/first-hour/:step',
  access: 'staff',
  right: 'manageSettings',
  about: 'any',
  summary: 'Leaves a step for later, takes that back, or says that its example is right',
  refusals: ['not_asked'],
  params: z.object({ step: z.enum(FIRST_HOUR_STEPS) }),
  body: z.object({ answer: z.enum(['later', 'now', 'right']) }),
  reply: FirstHourReply,
});

export const checkCards = endpoint({
  method: 'POST',
  path: '/api/admin/first-hour/cards/checks',
  access: 'staff',
  right: 'manageSettings',
  summary: 'Asks the card provider whether it answers with our keys',
  refusals: ['cards_silent', 'payment_unavailable'],
  reply: FirstHourReply,
});

export const sendTestEmail = endpoint({
  method: 'POST',
  path: '/api/admin/first-hour/email/tests',
  access: 'staff',
  right: 'manageSettings',
  summary: 'Sends an email with a code to whoever asks',
  refusals: ['email_refused'],
  reply: FirstHourReply,
});

export const CODED_STEPS = ['email', 'labels'] as const;
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
  path: '/api/admin/first-hour/codes',
  access: 'staff',
  right: 'manageSettings',
  summary: 'The code of the test email or test label, which proves that it arrived or was printed',
  body: SentCode,
  reply: FirstHourReply,
});

export const getTestLabel = endpoint({
  method: 'GET',
  path: '/api/admin/first-hour/label',
  access: 'staff',
  right: 'manageSettings',
  summary: 'A label with a code, to try the printer',
  reply: z.unknown(),
  mediaType: 'application/pdf',
});
