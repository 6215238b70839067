/** Personal API tokens: with one, a program calls in the name of the person who made it. */
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { InstantText, lineOfText, PlainDateText } from '#platform/calls/wire-values.ts';
import { LONGEST_TOKEN_NAME, mayTokensHold, TOKEN_DAYS } from '#platform/rules/api-tokens.ts';
import { STAFF_RIGHTS } from '#platform/rules/roles.ts';

const Right = z.enum(STAFF_RIGHTS);

export const ApiTokenReply = z.object({
  id: z.uuid(),
  name: z.string(),
  owner: z.object({ id: z.uuid(), email: z.string() }),
  /** By which its owner knows it again. */
  lastFour: z.string(),
  /** Those it was made with. A call also needs the right of its owner's role at that moment. */
  rights: z.array(Right),
  createdAt: InstantText,
  expiresAt: InstantText,
  /** To the day, in UTC; null: never used. */
  lastUsedOn: PlainDateText.nullable(),
  /** Null: not revoked. */
  revokedAt: InstantText.nullable(),
  state: z.enum(['active', 'expired', 'revoked']),
});
export type ApiTokenReply = z.infer<typeof ApiTokenReply>;

export const MakeApiTokenRequest = z.strictObject({
  name: lineOfText(LONGEST_TOKEN_NAME)
    .transform((name) => name.trim().replaceAll(/\s+/g, ' '))
    .refine((name) => name !== '', 'Please enter a name'),
  rights: z
    .array(Right.refine(mayTokensHold, 'cannot be given to a token'))
    .min(1, 'Please choose at least one right')
    .max(STAFF_RIGHTS.length)
    .transform((rights) => [...new Set(rights)]),
  days: z.literal([...TOKEN_DAYS], 'Please choose 30, 90 or 365 days'),
});
export type MakeApiTokenRequest = z.infer<typeof MakeApiTokenRequest>;

/** The token is shown only once: we store only its hash. */
export const NewApiTokenReply = z.object({ token: z.string(), made: ApiTokenReply });
export type NewApiTokenReply = z.infer<typeof NewApiTokenReply>;

export const listApiTokens = endpoint({
  method: 'GET',
  path: '/api/admin/tokens',
  right: 'makeApiTokens',
  summary: "The user's own API tokens, newest first; owners see everyone's",
  reply: z.array(ApiTokenReply),
});

export const makeApiToken = endpoint({
  method: 'POST',
  path: '/api/admin/tokens',
  right: 'makeApiTokens',
  summary: 'Makes an API token, shown only in this reply; after a recent proof of identity',
  refusals: ['confirm_first', 'not_found', 'too_many_tokens'],
  body: MakeApiTokenRequest,
  status: 201,
  reply: NewApiTokenReply,
});

export const revokeApiToken = endpoint({
  method: 'DELETE',
  path: '/api/admin/tokens/:tokenId',
  right: 'makeApiTokens',
  about: 'ownAccount',
  summary: "Revokes an API token at once; owners may revoke anyone's",
  params: z.object({ tokenId: z.uuid() }),
});
