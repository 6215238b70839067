import { ApiError } from '#platform/web/api/api-error.ts';

/**
 * `signed-out`: a person has to sign in first. `lost`: so too, and the device is to forget what it keeps. `no-answer`: try
 * again later.
 */
export type SendOutcome = 'done' | 'signed-out' | 'lost' | 'no-answer';

/** What came of a call that failed; `refused`: it would be refused again. */
export function judgeFailure(error: unknown): Exclude<SendOutcome, 'done'> | 'refused' {
  if (!(error instanceof ApiError) || error.status >= 500) return 'no-answer';
  if (error.status === 401) return error.reply?.code === 'phone_signed_out' ? 'lost' : 'signed-out';
  return error.status === 408 || error.status === 429 ? 'no-answer' : 'refused';
}

export function describeRefusal(error: unknown): string {
  return (error instanceof ApiError && error.reply?.message) || 'The server did not accept it.';
}
