/**
 * What we know of better-auth beyond its documentation: how its session cookie is named and signed, how a sign-in is taken
 * back in an `after` hook, and that a provider it could not reach is left out. Its own way to a session, `getSession`, asks
 * the database twice at every request and knows nothing of idleness. Seen with better-auth 1.7.7.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export function sessionCookieName(cookiePrefix: string): string {
  return `${cookiePrefix}.session_token`;
}

/** The token in the cookie, `token.signature`; null unless we signed it. */
export function readSessionToken(
  cookieHeader: string,
  { cookieName, secret }: { cookieName: string; secret: string },
): string | null {
  const value = readCookie(cookieHeader, cookieName);
  const dot = value?.lastIndexOf('.') ?? -1;
  if (!value || dot < 1) return null;
  const token = value.slice(0, dot);
  const signature = Buffer.from(value.slice(dot + 1), 'base64');
  const ours = createHmac('sha256', secret).update(token).digest();
  return signature.length === ours.length && timingSafeEqual(signature, ours) ? token : null;
}

function readCookie(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const [key = '', ...value] = part.split('=');
    if (key.trim() !== name) continue;
    try {
      return decodeURIComponent(value.join('=').trim());
    } catch {
      return null;
    }
  }
  return null;
}

/** The `context` that better-auth gives its hooks, as far as it is needed here. */
type HookContext = {
  newSession: { session: { token: string } } | null;
  internalAdapter: { deleteSession(token: string): Promise<void> };
  setNewSession(session: null): void;
  responseHeaders?: Headers | undefined;
};

/** In an `after` hook: the session that was just made is deleted, and its cookie is not sent. */
export async function undoSignIn(call: HookContext): Promise<void> {
  if (call.newSession) await call.internalAdapter.deleteSession(call.newSession.session.token);
  call.setNewSession(null);
  call.responseHeaders?.delete('set-cookie');
}

type AuthWithProviders = { $context: Promise<{ socialProviders: { id: string }[] }> };

/** False for an OpenID Connect provider that did not answer when `auth` was made. */
export async function hasProvider(auth: AuthWithProviders, id: string): Promise<boolean> {
  const { socialProviders } = await auth.$context;
  return socialProviders.some((provider) => provider.id === id);
}
