/**
 * Errors a service may throw. One handler (http/error-handler.ts) turns them into replies; anything else becomes a bare
 * 500.
 */
import type { z } from 'zod';
import type { DeclaredRefusals, RefusalCode } from '#platform/calls/refusals.ts';

type Details = Record<string, unknown>;

export class ServiceError extends Error {
  readonly status: number;
  readonly code: RefusalCode;
  readonly details: Details;

  constructor(status: number, code: RefusalCode, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** 400: the request itself is wrong; `fields` says where. */
export class InvalidRequest extends ServiceError {
  constructor(fields: Record<string, string>) {
    const [first = 'The request has errors'] = Object.values(fields);
    super(400, 'invalid', first, { fields });
  }
}

/** 400: right in itself, but not food for this person or day, or a note that must be answered. `details` lists them. */
export class UnsuitableFood extends ServiceError {
  constructor(
    code: 'allergen_clash' | 'will_not_keep' | 'food_questions',
    message: string,
    details: Details,
  ) {
    super(400, code, message, details);
  }
}

/** 401, with the spec's message. */
export class NotSignedIn extends ServiceError {
  constructor() {
    super(401, 'unauthorized', 'Unauthorized');
  }
}

/** 403: signed in, but not with a role that may do this. Says no more than that. */
export class NotAllowed extends ServiceError {
  constructor() {
    super(403, 'not_allowed', 'Your role may not do this. Ask an owner.');
  }
}

export class NotFound extends ServiceError {
  constructor(what: string) {
    super(404, 'not_found', `${what} was not found`);
  }
}

/** 409: right in itself, but not in the current state. `details` carries what the caller needs to continue. */
export class Conflict extends ServiceError {
  constructor(code: RefusalCode, message: string, details: Details = {}) {
    super(409, code, message, details);
  }
}

/** 409, with what this refusal is declared to say more. */
export function refusalOf<Code extends RefusalCode>(
  code: Code,
  message: string,
  details: z.input<DeclaredRefusals[Code]['details']>,
): Conflict {
  return new Conflict(code, message, details);
}

/** 402: the gateway has not received the money. */
export class NotPaid extends ServiceError {
  constructor(message: string) {
    super(402, 'not_paid', message);
  }
}

/** 429: too many requests from one caller. The reply says when to try again. */
export class TooManyRequests extends ServiceError {
  readonly retryAfterSeconds: number;

  constructor(
    retryAfterSeconds: number,
    message = `Too many requests from your connection. Try again in ${formatWait(retryAfterSeconds)}.`,
  ) {
    super(429, 'too_many_requests', message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** 503: a service we depend on is not responding; a retry may help. */
export class Unavailable extends ServiceError {
  constructor(code: RefusalCode, message: string) {
    super(503, code, message);
  }
}

/** Nothing is broken: more is asked for at once than can be made. */
export class Busy extends Unavailable {
  constructor() {
    super('busy', 'Too many requests at once. Try again in a moment.');
  }
}

/** The gateway will not make this intent, so there is none that could be paid; another checkout may succeed. */
export class IntentRefused extends Unavailable {}

export function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

/** Throws a plain error, which says that `what` is missing: a fault of ours, never of a request. */
export function assertDefined<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`${what} is missing`);
  return value;
}
