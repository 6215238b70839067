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

/** A UUID of version 7: the time first, so that keys sort as they were made. Also where a page has no HTTPS. */
export function newReportKey(now: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const time = now.toString(16).padStart(12, '0').slice(-12);
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}
