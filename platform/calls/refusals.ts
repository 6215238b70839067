/**
 * What a call may answer instead of doing what it was asked. The area that owns a refusal declares it once, with its status,
 * what it means and what a program can do; calls name the codes that are theirs. openapi.json and docs/refusals.md are made
 * from it.
 */
import { z } from 'zod';

const REFUSAL_STATUSES = [400, 401, 402, 403, 404, 409, 410, 413, 415, 422, 429, 500, 503] as const;
export type RefusalStatus = (typeof REFUSAL_STATUSES)[number];

export type Refusal = {
  status: RefusalStatus;
  means: string;
  /** What a program, or the person before it, can do. */
  remedy: string;
  /** What the reply has besides `message` and `code`. */
  details: z.ZodObject;
};

export type Refusals = Record<string, Refusal>;

const NOTHING_MORE = z.object({});

export function refusal(status: RefusalStatus, means: string, remedy: string): Refusal;
export function refusal<D extends z.ZodObject>(
  status: RefusalStatus,
  means: string,
  remedy: string,
  details: D,
): Refusal & { details: D };
export function refusal(
  status: RefusalStatus,
  means: string,
  remedy: string,
  details: z.ZodObject = NOTHING_MORE,
): Refusal {
  return { status, means, remedy, details };
}

/** Areas add theirs with `declare module`: a code that nobody declares can neither be listed nor thrown. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
export interface DeclaredRefusals extends PlatformRefusals {}

export type RefusalCode = keyof DeclaredRefusals;

/** What follows from what a call is: it has input, is for staff, changes something. No call lists these. */
export const platformRefusals = {
  invalid: refusal(
    400,
    'The request itself is wrong.',
    'Correct what `fields` names and send it again.',
    z.object({ fields: z.record(z.string(), z.string()).optional() }),
  ),
  unauthorized: refusal(401, 'Nobody is signed in, or no longer.', 'Sign in.'),
  not_allowed: refusal(403, 'The role of this person may not do this.', 'Ask an owner.'),
  cross_site: refusal(
    403,
    'A page of another site made the browser send it.',
    'Use our own pages.',
  ),
  bad_token: refusal(401, 'The API token is wrong, expired or revoked.', 'Make a new one.'),
  phone_signed_out: refusal(
    401,
    'Staff signed this phone out, as when it is lost.',
    'Delete what it keeps of the day.',
  ),
  token_lacks_right: refusal(
    403,
    'The API token was made without the right.',
    'Make one that has `right`.',
    z.object({ right: z.string() }),
  ),
  not_for_tokens: refusal(403, 'API tokens can never do this.', 'Sign in to the portal.'),
  confirm_first: refusal(
    403,
    'Too long since the password was entered.',
    '`POST /api/auth/confirm`, then the same again.',
  ),
  not_found: refusal(404, 'It does not exist, or it is not yours.', 'Read the list again.'),
  too_large: refusal(413, 'The body is larger than the call takes.', 'Send less at once.'),
  unsupported_media_type: refusal(
    415,
    'The body is not of a type that the call takes.',
    'Send JSON.',
  ),
  too_many_requests: refusal(
    429,
    'Too many requests from one caller.',
    'Wait as long as `Retry-After` says.',
  ),
  internal: refusal(500, 'Our mistake. It is logged.', 'Try again in a minute.'),
  unavailable: refusal(503, 'Something that it needs does not answer.', 'Try again in a minute.'),
  not_ready: refusal(
    503,
    'The server is starting, stopping or without its database.',
    'Send requests elsewhere until it is ready.',
    z.object({ reasons: z.array(z.string()) }),
  ),
  busy: refusal(
    503,
    'More is asked for at once than can be made.',
    'Wait as long as `Retry-After` says.',
  ),
  changed_meanwhile: refusal(
    409,
    'Someone changed it since you read it.',
    'Read it again, then decide.',
    z.object({
      changedBy: z.string().nullish(),
      changedAt: z.string().optional(),
      changedFields: z.array(z.string()).optional(),
      version: z.int().optional(),
    }),
  ),
  preview_changed: refusal(
    409,
    'What the preview showed is not true any more. Nothing was done.',
    'Show the new `preview`, and send its hash.',
    z.object({ preview: z.unknown() }),
  ),
  key_reused: refusal(
    409,
    'This `key` was sent before with something else. Nothing changed.',
    'Make a new key for each thing that you report.',
  ),
  set_by_environment: refusal(
    409,
    'The installation sets this by a variable.',
    'Remove the variable and restart to manage it here.',
  ),
  demo_business: refusal(
    409,
    'The demo’s customers are made up.',
    'Start a kitchen without `--demo`.',
  ),
  connection_changed: refusal(
    409,
    'Someone else changed this connection.',
    'Read it again, then save.',
  ),
  still_needed: refusal(
    409,
    'Payments that may be refunded were taken with it.',
    'Keep it until `message` says.',
  ),
  no_card_provider: refusal(
    503,
    'Card payments are not set up.',
    'An owner sets them up under Going live.',
  ),
} satisfies Refusals;
type PlatformRefusals = typeof platformRefusals;

/** What a call may answer without listing it, from what it is. */
export function generalRefusals(call: {
  access: 'public' | 'staff';
  /** Whether API tokens can have its right. */
  isForTokens: boolean;
  isChange: boolean;
  mayHaveBody: boolean;
  namesIds: boolean;
}): RefusalCode[] {
  const codes: RefusalCode[] = ['invalid', 'too_many_requests', 'internal', 'unavailable', 'busy'];
  if (call.isChange) codes.push('cross_site');
  if (call.mayHaveBody) codes.push('too_large', 'unsupported_media_type');
  if (call.namesIds) codes.push('not_found');
  if (call.access === 'public') return codes;
  codes.push('unauthorized', 'phone_signed_out', 'not_allowed', 'bad_token');
  return [...codes, call.isForTokens ? 'token_lacks_right' : 'not_for_tokens'];
}
