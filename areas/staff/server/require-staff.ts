import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#platform/server/context.ts';
import { mayTokensHold } from '#platform/rules/api-tokens.ts';
import { NotAllowed, NotSignedIn, ServiceError } from '#platform/server/errors.ts';
import { mayDo, type StaffMember } from '#platform/server/sign-in-port.ts';
import {
  BadToken,
  NotForTokens,
  TokenLacksRight,
  tokenOf,
  findTokenHolder,
} from '#areas/staff/server/token-holder.ts';
import {
  findSignedInStaff,
  isSignedOutPhone,
  PhoneSignedOut,
} from '#areas/staff/server/session.ts';

/** Routes that sign people in change something too, so another site must not trigger them. */
const ACCOUNT_CALLS = /^\/api\/(auth|staff)\//;

type SignedInContext = Pick<Context, 'db' | 'clock' | 'throttle' | 'signIn' | 'trackingSecret'>;

/**
 * Guards every route: one with access 'staff' needs an API token, or a live session and a request that does not come from
 * another site's page; of active staff whose role, and whose token, has the route's right. Runs before the request is
 * read: a refusal says nothing of what it asked for.
 */
export function requireStaff(app: FastifyInstance, context: SignedInContext): void {
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

/** Throws NotSignedIn or PhoneSignedOut; BadToken for a token, no matter who else the request's cookie says it is. */
async function findStaff(
  context: SignedInContext,
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

// Distinguishes requests by our own pages from those that another site made the browser send.

type Request = Pick<FastifyRequest, 'headers' | 'host' | 'method'>;

const CHANGES_NOTHING = new Set(['GET', 'HEAD', 'OPTIONS']);
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** 403: the browser says that the request came from another site. */
class ForeignRequest extends ServiceError {
  constructor() {
    super(403, 'cross_site', 'This request came from another site and was refused.');
  }
}

/**
 * Throws ForeignRequest for a change caused by another site's page. Every browser says where a change comes from, so a
 * request with neither header comes from a program, and no page can make a program send a cookie.
 */
function refuseForeignChange(request: Request, publicUrl: string): void {
  if (CHANGES_NOTHING.has(request.method)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'same-origin') return;
  if (site !== undefined) throw new ForeignRequest();
  if (origin !== undefined && !isOurs(origin, request, publicUrl)) throw new ForeignRequest();
}

/** Throws ForeignRequest unless the person came from our own pages or the address bar. */
export function refuseForeignNavigation(request: Request, publicUrl: string): void {
  if (!isOwnNavigation(request, publicUrl)) throw new ForeignRequest();
}

function isOwnNavigation(request: Request, publicUrl: string): boolean {
  const { referer, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers;
  if (site !== undefined) {
    return (site === 'same-origin' || site === 'none') && (mode ?? 'navigate') === 'navigate';
  }
  if (referer !== undefined) return isOurs(referer, request, publicUrl);
  return isWhereBrowsersTell(request, publicUrl);
}

/** The path, query and fragment of a URL on our own site; null for anything else. */
export function pathOnThisSite(
  address: string,
  request: Request,
  publicUrl: string,
): string | null {
  if (!URL.canParse(address, publicUrl)) return null;
  const url = new URL(address, publicUrl);
  if (!isOurs(url.href, request, publicUrl)) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Compares hosts only, since a proxy in front may hide the scheme. */
function isOurs(address: string, { host }: Request, publicUrl: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) && (url.host === host || url.origin === publicUrl);
}

/** Browsers send Sec-Fetch-Site to https and to this machine itself. If it is missing, the client is not a browser. */
function isWhereBrowsersTell({ host }: Request, publicUrl: string): boolean {
  return publicUrl.startsWith('https:') || LOOPBACK.test(host.replace(/:\d+$/, ''));
}
