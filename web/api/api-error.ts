import type { ErrorReply } from '#contract/endpoint.ts';

/** An answer that is not OK. Its message is "409: …" and the text that came with it, as spec 7 has it. */
export class ApiError extends Error {
  readonly status: number;
  /** The text as JSON, when it was `{message, code, …}`; the rest of it is for the caller to check. */
  readonly reply: (ErrorReply & Record<string, unknown>) | null;
  /** When to come back, of a 429; null when the server did not say. */
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

/** What a conflict says beyond its message, when its code is one of these; null for every other failure. As with all replies, the server has seen to its shape. */
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
  return 'We could not reach the kitchen. Please check your connection and try again.';
}
