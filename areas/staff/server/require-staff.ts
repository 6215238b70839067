import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#platform/server/context.ts';
import { mayTokensHold } from '#platform/rules/api-tokens.ts';
import { NotAllowed, NotSignedIn } from '#platform/server/errors.ts';
import { mayDo, type StaffMember } from '#platform/server/sign-in-port.ts';
import {
  BadToken,
  NotForTokens,
  TokenLacksRight,
  tokenOf,
  findTokenHolder,
} from '#areas/staff/server/token-holder.ts';
import { refuseForeignChange } from '#areas/staff/server/same-origin.ts';
import {
  findSignedInStaff,
  isSignedOutPhone,
  PhoneSignedOut,
} from '#areas/staff/server/session.ts';

/** Routes that sign people in change something too, so another site must not trigger them. */
const ACCOUNT_CALLS = /^\/api\/(auth|staff)\//;

type Needs = Pick<Context, 'db' | 'clock' | 'throttle' | 'signIn' | 'trackingSecret'>;

/**
 * Guards every route: one with access 'staff' needs an API token, or a live session and a request that does not come from
 * another site's page; of active staff whose role, and whose token, has the route's right. Runs before the request is
 * read: a refusal says nothing of what it asked for.
 */
export function requireStaff(app: FastifyInstance, context: Needs): void {
  app.decorateRequest('staff', null);
  app.decorateRequest('findStaff', function (this: FastifyRequest) {
    return findSignedInStaff(context, this);
  });
  app.addHook('onRequest', async (request, reply) => {
    const { config, url = '' } = request.routeOptions;
    const isForStaff = config.access === 'staff';
    const token = isForStaff ? tokenOf(request) : null;
    if (isForStaff) request.staff = await findStaff(context, request, reply, token);
    // A page can make a browser send a cookie, but no token.
    if ((isForStaff && token === null) || ACCOUNT_CALLS.test(url)) {
      refuseForeignChange(request, context.signIn.publicUrl);
    }
    if (request.staff) requireRight(request.staff, config, reply);
  });
}

/** Throws NotSignedIn or PhoneSignedOut; BadToken for a token, whoever else the request's cookie says it is. */
async function findStaff(
  context: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | null,
): Promise<StaffMember> {
  if (token !== null) {
    try {
      return await findTokenHolder(context, request, token);
    } catch (error) {
      if (error instanceof BadToken) reply.header('www-authenticate', challenge('invalid_token'));
      throw error;
    }
  }
  const found = await findSignedInStaff(context, request);
  if (found) return found;
  if (request.headers.authorization !== undefined) {
    reply.header('www-authenticate', challenge('invalid_token'));
  }
  throw (await isSignedOutPhone(context, request)) ? new PhoneSignedOut() : new NotSignedIn();
}

/** A route for staff without a right is for no one: `app/server/app.ts` does not start with one. */
function requireRight(by: StaffMember, { right }: FastifyContextConfig, reply: FastifyReply): void {
  if (right !== undefined && mayDo(by, right)) return;
  if (!by.token || right === undefined) throw new NotAllowed();
  if (!mayTokensHold(right)) throw new NotForTokens();
  if (by.token.rights.includes(right)) throw new NotAllowed();
  reply.header('www-authenticate', challenge('insufficient_scope'));
  throw new TokenLacksRight(right);
}

/** RFC 6750. */
function challenge(error: 'invalid_token' | 'insufficient_scope'): string {
  return `Bearer realm="mealrun", error="${error}"`;
}
