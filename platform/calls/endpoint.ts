/**
 * What every call declares: method, path, access, input and output. Server routes and browser calls are both built from
 * it.
 */
import { z } from 'zod';
import type { RefusalCode } from '#platform/calls/refusals.ts';
import type { StaffRight } from '#platform/rules/roles.ts';

/** `public`: anyone. `staff`: a signed-in, active member of staff. A route without one of these does not start. */
export type Access = 'public' | 'staff';

/** Who may call a route. One for staff names the right that they need, which only some roles have. */
export type AccessRule =
  | { access: 'public'; right?: never }
  | { access: 'staff'; right: StaffRight };

/**
 * Whose the things are that a call names by their ids. `any`: of everyone who may call at all. `token`: its secret says
 * whose. Of the others an area says which are the caller's (`Area.about`); an id that is not theirs is as unknown as one that
 * never was.
 */
export type About = 'any' | 'token' | 'ownRun' | 'todaysBags' | 'ownAccount';

export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = AccessRule & {
  /** A call that names ids does not start without. */
  about?: About;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With a `:name` for each of `params`. */
  path: `/api/${string}`;
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  status: 200 | 201 | 202 | 204;
  reply: Reply;
  /** Besides those that follow from what it is: `generalRefusals`. */
  refusals: readonly RefusalCode[];
  /** Media type of a reply that is not JSON, such as `text/csv`; a list when the request chooses one. */
  mediaType?: string | string[];
};

/** Only that a call is public has to be said: one that names a right is for staff. */
type StatedAccess = { access: 'public'; right?: never } | { access?: never; right: StaffRight };

const nothing = z.undefined();
type Nothing = typeof nothing;

type Declaration<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
> = StatedAccess &
  Pick<Endpoint<P, Q, B, R>, 'about' | 'method' | 'path' | 'summary'> & {
    params?: P;
    query?: Q;
    body?: B;
    status?: Endpoint['status'];
    /** Left out: it answers with 204 and nothing. */
    reply?: R;
    refusals?: Endpoint['refusals'];
    mediaType?: Endpoint['mediaType'];
  };

export function endpoint<
  R extends z.ZodType = z.ZodVoid,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
>(
  declaration: Declaration<P, Q, B, R> & (P extends Nothing ? unknown : { about: About }),
): Endpoint<P, Q, B, R> {
  return {
    refusals: [],
    status: declaration.reply ? 200 : 204,
    reply: z.void() as unknown as R,
    params: nothing as unknown as P,
    query: nothing as unknown as Q,
    body: nothing as unknown as B,
    ...declaration,
    ...ruleOf(declaration),
  };
}

/** Without either, what is declared for nobody: its route does not start. */
function ruleOf({ access, right }: StatedAccess): AccessRule {
  return right === undefined ? { access } : { access: 'staff', right };
}

export const ErrorReply = z.object({
  message: z.string(),
  code: z.string(),
  /** Path of a field in the request -> its problem. */
  fields: z.record(z.string(), z.string()).optional(),
});
export type ErrorReply = z.infer<typeof ErrorReply>;

/** Every refusal. Some say more: `details` of a conflict, for instance. */
export const RefusalReply = ErrorReply.loose();
