/** What shows that a caller may learn the order of a payment. Its id alone does not: ids get around. */
import { createHmac } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Context } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';
import { isSameSecret } from '#platform/server/same-secret.ts';
import { selectClientSecret } from '#areas/checkout/server/settlement-statements.ts';

const ONE_DAY_SECONDS = 24 * 60 * 60;

/** Gives the browser that opened a checkout its proof; each checkout has its own, because a browser has several tabs. */
export function setCheckoutCookie(
  context: Pick<Context, 'trackingSecret' | 'signIn'>,
  reply: FastifyReply,
  paymentIntentId: string,
): void {
  const isHttps = context.signIn.publicUrl.startsWith('https:');
  reply.header(
    'set-cookie',
    [
      `${cookieName(paymentIntentId)}=${cookieValue(context, paymentIntentId)}`,
      'Path=/api/orders',
      `Max-Age=${ONE_DAY_SECONDS}`,
      'HttpOnly',
      'SameSite=Strict',
      ...(isHttps ? ['Secure'] : []),
    ].join('; '),
  );
}

type Claim = {
  paymentIntentId: string;
  clientSecret?: string | undefined;
  cookies: string | undefined;
};

/** Throws NotFound, as for a payment that does not exist. */
export async function requireCheckoutProof(
  context: Pick<Context, 'db' | 'gateway' | 'trackingSecret'>,
  { paymentIntentId, clientSecret, cookies }: Claim,
): Promise<void> {
  const cookie = readCookie(cookies ?? '', cookieName(paymentIntentId));
  if (cookie !== null && isSameSecret(cookieValue(context, paymentIntentId), cookie)) return;
  if (clientSecret !== undefined) {
    const known = await findClientSecret(context, paymentIntentId);
    if (known !== null && isSameSecret(known, clientSecret)) return;
  }
  throw new NotFound('This payment');
}

/** From the gateway when a checkout has not stored its intent. */
async function findClientSecret(
  { db, gateway }: Pick<Context, 'db' | 'gateway'>,
  paymentIntentId: string,
): Promise<string | null> {
  const [checkout] = await selectClientSecret(db, { paymentIntentId });
  if (checkout) return checkout.clientSecret;
  const intent = await gateway.retrieveIntent(paymentIntentId);
  return intent?.clientSecret ?? null;
}

function cookieName(paymentIntentId: string): string {
  return `checkout_${paymentIntentId}`;
}

function cookieValue(
  { trackingSecret }: Pick<Context, 'trackingSecret'>,
  paymentIntentId: string,
): string {
  return createHmac('sha256', trackingSecret)
    .update(`place:${paymentIntentId}`)
    .digest('base64url')
    .slice(0, 32);
}

function readCookie(header: string, name: string): string | null {
  const found = header.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? null;
}
