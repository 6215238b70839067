import type { AttemptReply } from '#areas/staff/calls/webhooks.ts';

/** "Answered 500 after 0.2 seconds". */
export function attemptText({
  status,
  error,
  ms,
}: Pick<AttemptReply, 'status' | 'error' | 'ms'>): string {
  const seconds = (ms / 1000).toFixed(1);
  return status === null ? (error ?? 'No answer') : `Answered ${status} after ${seconds} seconds`;
}
