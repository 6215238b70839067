import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Id, InstantText, text } from '#platform/calls/wire-values.ts';
import { LONGEST_PHONE } from '#areas/business/rules/australia.ts';
import {
  LONGEST_NAME,
  tidyName,
  EMAIL_MESSAGE,
  isEmailAddress,
} from '#platform/rules/customer-name.ts';
import { LONGEST_SUBURB } from '#areas/business/rules/longest-suburb.ts';
import {
  MEALS_PER_WEEK,
  MEALS_PER_WEEK_MESSAGE,
  NAME_MISSING_MESSAGE,
  SUBURB_MISSING_MESSAGE,
} from '#areas/business/rules/waitlist-limits.ts';

const MealsPerWeek = z
  .number()
  .refine(
    (count) =>
      Number.isInteger(count) && count >= MEALS_PER_WEEK.min && count <= MEALS_PER_WEEK.max,
    MEALS_PER_WEEK_MESSAGE,
  );

/**
 * Both of the spec's forms: the long one and the one with only email and suburb. Whatever a second sign-up leaves out
 * stays as it was.
 */
export const JoinWaitlistRequest = z.object({
  email: text(254)
    .transform((sent) => sent.trim())
    .refine(isEmailAddress, EMAIL_MESSAGE),
  suburb: text(LONGEST_SUBURB)
    .transform(tidyName)
    .refine((suburb) => suburb !== '', SUBURB_MISSING_MESSAGE),
  name: text(LONGEST_NAME)
    .transform(tidyName)
    .refine((name) => name !== '', NAME_MISSING_MESSAGE)
    .nullish(),
  phone: text(LONGEST_PHONE).transform(tidyName).nullish(),
  mealsPerWeek: MealsPerWeek.nullish(),
  /** Consent to news beyond the launch notice. Of an address that stands already, its owner is asked by email first. */
  consent: z.boolean().optional(),
});
export type JoinWaitlistRequest = z.output<typeof JoinWaitlistRequest>;

export const WaitlistEntryId = z.int().positive();

export const joinWaitlist = endpoint({
  method: 'POST',
  path: '/api/waitlist',
  access: 'public',
  summary: 'Adds an email to the waitlist or updates its entry; the reply does not show which',
  body: JoinWaitlistRequest,
  status: 201,
  reply: z.object({ id: WaitlistEntryId }),
});

export const WaitlistEntryReply = z.object({
  id: WaitlistEntryId,
  name: z.string().nullable(),
  email: z.string(),
  phone: z.string().nullable(),
  suburb: z.string(),
  mealsPerWeek: z.int().nullable(),
  createdAt: InstantText,
  /** When they agreed to news beyond the launch notice. */
  consentAt: InstantText.nullable(),
  unsubscribedAt: InstantText.nullable(),
  /** Their first order since they joined, by email address. */
  orderedAt: InstantText.nullable(),
  /** What staff say of whether we deliver to them; null: their suburb says it. */
  servedMark: z.boolean().nullable(),
  /** The latest, unless it was taken back before it was sent. */
  invitation: z
    .object({ waveId: Id, at: InstantText, state: z.enum(['waiting', 'sent', 'kept', 'failed']) })
    .nullable(),
});
export type WaitlistEntryReply = z.infer<typeof WaitlistEntryReply>;

export const listWaitlist = endpoint({
  method: 'GET',
  path: '/api/waitlist',
  right: 'manageWaitlist',
  summary: 'Everyone on the waitlist, newest first',
  reply: z.array(WaitlistEntryReply),
});

export const removeWaitlistEntry = endpoint({
  method: 'DELETE',
  path: '/api/admin/waitlist/:id',
  right: 'manageWaitlist',
  about: 'any',
  summary: 'Removes someone from the waitlist for good',
  params: z.object({ id: z.coerce.number().pipe(WaitlistEntryId) }),
});

export const markServed = endpoint({
  method: 'PUT',
  path: '/api/admin/waitlist/:id/served',
  right: 'manageWaitlist',
  about: 'any',
  summary: 'Marks whether we deliver to someone on the waitlist; null: as their suburb says',
  params: z.object({ id: z.coerce.number().pipe(WaitlistEntryId) }),
  body: z.strictObject({ served: z.boolean().nullable() }),
});

export const downloadWaitlist = endpoint({
  method: 'GET',
  path: '/api/admin/waitlist.csv',
  right: 'manageWaitlist',
  summary: 'Everyone on the waitlist who has not unsubscribed, as CSV',
  refusals: ['confirm_first', 'not_for_tokens'],
  reply: z.string(),
  mediaType: 'text/csv',
});

const TokenQuery = z.strictObject({ token: z.string().max(200) });

const SubscriptionReply = z.object({
  /** Enough for its owner to recognise it: "m…@example.com". */
  email: z.string(),
  isSubscribed: z.boolean(),
});

export const getSubscription = endpoint({
  method: 'GET',
  path: '/api/waitlist/unsubscribe',
  access: 'public',
  about: 'token',
  summary: 'Whose link it is, in an email from us. Changes nothing: email scanners follow links',
  query: TokenQuery,
  reply: SubscriptionReply,
});

/** Mail programs send this themselves (RFC 8058), with a form body that we do not read. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/waitlist/unsubscribe',
  access: 'public',
  about: 'token',
  summary: 'Unsubscribes the holder of this link, without signing in',
  query: TokenQuery,
  reply: SubscriptionReply,
});

export const getNews = endpoint({
  method: 'GET',
  path: '/api/waitlist/news',
  access: 'public',
  about: 'token',
  summary: 'Whether the holder of this link gets news; changes nothing',
  query: TokenQuery,
  reply: SubscriptionReply,
});

export const confirmNews = endpoint({
  method: 'POST',
  path: '/api/waitlist/news',
  access: 'public',
  about: 'token',
  summary: 'The holder of this link did ask for news, when someone joined again with their address',
  body: TokenQuery,
  reply: SubscriptionReply,
});
