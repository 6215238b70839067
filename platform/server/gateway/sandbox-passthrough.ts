import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Unavailable } from '#platform/server/errors.ts';

/** What a browser may reach: the calls Stripe allows with a client secret, and the sandbox's own test bank. */
const BROWSER_PATHS = /^\/(v1\/payment_intents\/[A-Za-z0-9_]+(\/confirm)?|bank\/[A-Za-z0-9_.-]+)$/;
const PASSED_ON = [
  'content-type',
  'location',
  'cache-control',
  'content-security-policy',
  'referrer-policy',
];

/**
 * Forwards `/sandbox/…` to the payment sandbox, which listens on this machine only. The app's own keys never travel
 * this way. A call whose connection breaks is made once more, as Stripe's own script does.
 */
export function registerSandboxPassthrough(
  app: FastifyInstance,
  sandbox: { baseUrl: string },
): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.route({
      method: ['GET', 'POST'],
      url: '/sandbox/*',
      schema: { hide: true },
      config: { access: 'public' },
      handler: (request, reply) => passThrough(sandbox.baseUrl, request, reply),
    });
    done();
  });
}

async function passThrough(baseUrl: string, request: FastifyRequest, reply: FastifyReply) {
  const { pathname, search } = new URL(request.url.slice('/sandbox'.length), 'http://sandbox');
  if (!BROWSER_PATHS.test(pathname)) return reply.callNotFound();
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
  const key = randomUUID();
  const ask = () =>
    fetch(`${baseUrl}${pathname}${search}`, {
      method: request.method,
      headers: {
        'content-type': request.headers['content-type'] ?? 'application/x-www-form-urlencoded',
        // By it, the sandbox knows a call that it has already answered.
        'idempotency-key': key,
      },
      body,
      redirect: 'manual',
    });
  const isSafeToRepeat = pathname.startsWith('/v1/');
  const first = isSafeToRepeat ? ask().catch(ask) : ask();
  const answer = await first.catch((cause: unknown) => {
    const unavailable = new Unavailable(
      'payment_unavailable',
      'The payment sandbox isn’t responding.',
    );
    unavailable.cause = cause;
    throw unavailable;
  });
  for (const name of PASSED_ON) {
    const value = answer.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()));
}
