import { queryOptions } from '@tanstack/react-query';
import {
  getSignInOptions,
  NextPath,
  signInByEmail,
  verifyBackupCode,
  verifyTotp,
} from '#contract/sign-in.ts';
import { openLink } from '#contract/staff.ts';
import { paths } from '#web/navigation/paths.ts';
import { ApiError, describeFailure } from './api-error.ts';
import { call } from './client.ts';

export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => call(getSignInOptions, { signal }),
});

/** Whether the password was all that was needed. */
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

/** Whether to begin again with the password: too late or too many tries for the code. */
export function mustSignInAgain(error: unknown): boolean {
  return error instanceof ApiError && error.reply?.code === 'sign_in_again';
}

/** What a one-time link is for. It stays unused, and is forgotten with the page. */
export function linkQuery(token: string) {
  return queryOptions({
    queryKey: ['one-time-link', token],
    queryFn: ({ signal }) => call(openLink, { body: { token }, signal }),
    gcTime: 0,
  });
}

/** Where to go after signing in: a page of this site, or the portal. */
export function nextPathOf(params: URLSearchParams): string {
  return NextPath.safeParse(params.get('next')).data ?? paths.admin();
}

const MINUTE_SECONDS = 60;

/** What to say when signing in did not work. */
export function describeSignInFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.status !== 429) return describeFailure(error);
  const { retryAfterSeconds } = error;
  if (retryAfterSeconds === null) return describeFailure(error);
  const minutes = Math.ceil(retryAfterSeconds / MINUTE_SECONDS);
  return `There were too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`;
}
