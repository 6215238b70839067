import { callQuery } from '#platform/web/api/call-query.ts';
import {
  getSignInOptions,
  NextPath,
  signInByEmail,
  verifyBackupCode,
  verifyTotp,
} from '#platform/calls/sign-in.ts';
import { openLink } from '#areas/staff/calls/staff.ts';
import { call } from '#platform/web/api/client.ts';

export const signInOptionsQuery = callQuery(['sign-in-options'], getSignInOptions);

export async function signInWithPassword(given: {
  email: string;
  password: string;
}): Promise<{ needsSecondFactor: boolean }> {
  const { twoFactorRedirect } = await call(signInByEmail, { body: given });
  return { needsSecondFactor: twoFactorRedirect };
}

export async function sendSecondFactor(given: {
  way: 'app' | 'backup';
  code: string;
}): Promise<void> {
  const code = given.code.trim();
  await call(given.way === 'app' ? verifyTotp : verifyBackupCode, { body: { code } });
}

/** What a one-time link is for. Looking does not use it up; the result is dropped with the page. */
export function linkQuery(token: string) {
  return callQuery(['one-time-link', token], openLink, { body: { token } }, { gcTime: 0 });
}

/** The page of this site that someone came for; null: they came to sign in. */
export function nextPathOf(params: URLSearchParams): string | null {
  return NextPath.safeParse(params.get('next')).data ?? null;
}
