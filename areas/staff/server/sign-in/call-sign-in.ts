/** The only way from our routes to better-auth and back: cookies are forwarded, refusals become our errors. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ServiceError } from '#platform/server/errors.ts';
import type { SignIn } from '#platform/server/sign-in-port.ts';
import { CLIENT_ADDRESS_HEADER } from './sign-in-hooks.ts';

const LONGEST_USER_AGENT = 300;
/** better-auth's 500 for a browser's mistake. */
const BAD_PASSKEY = 'FAILED_TO_VERIFY_REGISTRATION';
const Refusal = z
  .object({ code: z.string().optional() })
  .nullish()
  .transform((body) => body ?? {});

/** The parts of a signed-in request that better-auth may see. */
export function headersFor(request: FastifyRequest): Headers {
  const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: request.ip });
  const { cookie, 'user-agent': userAgent } = request.headers;
  if (cookie !== undefined) headers.set('cookie', cookie);
  if (userAgent !== undefined) headers.set('user-agent', userAgent.slice(0, LONGEST_USER_AGENT));
  return headers;
}

/** As above without the session cookie: nobody is signed in until this succeeds. */
export function visitorHeadersFor(request: FastifyRequest, { cookieName }: SignIn): Headers {
  const headers = headersFor(request);
  const cookies = (headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim());
  headers.set(
    'cookie',
    cookies.filter((cookie) => !cookie.startsWith(`${cookieName}=`)).join('; '),
  );
  return headers;
}

/** Returns the reply's body and sets its cookies. Throws the error that `refusal` makes of better-auth's code. */
export async function forwardReply(
  answer: Promise<Response>,
  reply: FastifyReply,
  refusal: (code: string) => ServiceError,
): Promise<unknown> {
  const response = await answer;
  forwardHeaders(response, reply);
  const body: unknown = await response.json();
  if (response.ok) return body;
  const { code = '' } = Refusal.parse(body);
  if (response.status >= 500 && code !== BAD_PASSKEY)
    throw new Error(`better-auth: ${response.status} ${code}`);
  throw refusal(code);
}

export async function callAsStaff(
  reply: FastifyReply,
  call: (as: { headers: Headers; asResponse: true }) => Promise<Response>,
  refusal: (code: string) => ServiceError,
): Promise<unknown> {
  const answer = call({ headers: headersFor(reply.request), asResponse: true });
  return forwardReply(answer, reply, refusal);
}

export function forwardHeaders(response: Response, reply: FastifyReply): void {
  reply.header('cache-control', 'no-store');
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
}
