/**
 * A browser that has signed in to an account before is known by a signed cookie, one for each account. It grants nothing
 * but its own count of wrong passwords, so that strangers who guess cannot lock it out.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { emailKey } from '#platform/rules/customer-name.ts';
import type { SignIn } from '#platform/server/sign-in-port.ts';
import { isSameSecret } from '#platform/server/link-token.ts';

const HALF_A_YEAR_SECONDS = 180 * 24 * 60 * 60;
const DEVICE = /^[\w-]{16}$/;

type Signing = Pick<SignIn, 'secret' | 'publicUrl'>;

/** After a sign-in: from now on this browser is known for the account. */
export function setDeviceCookie(signIn: Signing, reply: FastifyReply, email: string): void {
  const name = cookieName(signIn, email);
  const device = randomBytes(12).toString('base64url');
  reply.header(
    'set-cookie',
    [
      `${name}=${device}.${signature(signIn, name, device)}`,
      'Path=/',
      `Max-Age=${HALF_A_YEAR_SECONDS}`,
      'HttpOnly',
      'SameSite=Lax',
      ...(isHttps(signIn) ? ['Secure'] : []),
    ].join('; '),
  );
}

/** The device that our cookie for this account names, or for any account when `email` is null; null if we signed none. */
export function findKnownDevice(
  signIn: Signing,
  cookies: string,
  email: string | null,
): string | null {
  const start = email === null ? cookiePrefix(signIn) : `${cookieName(signIn, email)}=`;
  for (const cookie of cookies.split(';').map((each) => each.trim())) {
    if (!cookie.startsWith(start)) continue;
    const [name = '', value = ''] = cookie.split('=');
    const [device = '', signed = ''] = value.split('.');
    if (DEVICE.test(device) && isSameSecret(signature(signIn, name, device), signed)) return device;
  }
  return null;
}

function isHttps({ publicUrl }: Signing): boolean {
  return publicUrl.startsWith('https:');
}

function cookiePrefix(signIn: Signing): string {
  return `${isHttps(signIn) ? '__Host-' : ''}mealrun.device_`;
}

/** The name does not tell whose account it is. */
function cookieName(signIn: Signing, email: string): string {
  return cookiePrefix(signIn) + sign(signIn, `device of ${emailKey(email)}`).slice(0, 12);
}

function signature(signIn: Signing, name: string, device: string): string {
  return sign(signIn, `${name} ${device}`);
}

function sign({ secret }: Signing, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}
