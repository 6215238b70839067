import type { ErrorReply } from '#platform/calls/endpoint.ts';

/** A reply that is not OK. Its message is "409: …" with the reply's text, as in spec 7. */
export class ApiError extends Error {
  readonly status: number;
  /** The text parsed as JSON, if it was `{message, code, …}`; callers check the rest. */
  readonly reply: (ErrorReply & Record<string, unknown>) | null;
  /** Seconds to wait after a 429; null if the server did not say. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, text: string, retryAfterSeconds: number | null = null) {
    super(`${status}: ${text}`);
    this.name = 'ApiError';
    this.status = status;
    this.reply = readReply(text);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

function readReply(text: string): ApiError['reply'] {
  try {
    const value: unknown = JSON.parse(text);
    return isReply(value) ? value : null;
  } catch {
    return null;
  }
}

function isReply(value: unknown): value is ErrorReply & Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    typeof value.message === 'string' &&
    'code' in value &&
    typeof value.code === 'string'
  );
}

/**
 * The details of a conflict, if its code is one of these; null for every other failure. As with all replies, the server
 * has checked their shape.
 */
export function readConflictReply<Reply extends ErrorReply>(
  error: unknown,
  codes: readonly Reply['code'][],
): Reply | null {
  if (!(error instanceof ApiError) || error.status !== 409 || !error.reply) return null;
  return codes.includes(error.reply.code) ? (error.reply as unknown as Reply) : null;
}

/** What to tell a customer about a failed call: the server's own sentence, or one about the connection. */
export function describeFailure(error: unknown): string {
  if (error instanceof ApiError) {
    return error.reply?.message ?? 'Something went wrong on our side. Try again in a minute.';
  }
  return 'We couldn’t connect. Check your connection and try again.';
}
