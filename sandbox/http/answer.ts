import type { Call } from './call.ts';
import { expandObject, readExpandPaths } from './expand.ts';
import type { StripeError } from './stripe-errors.ts';

export type Answer = { status: number; headers: Record<string, string>; body: string };

const LOST = 0;

/** What was asked for has happened, and nobody hears of it: the connection is closed instead, however often it is asked again. */
export const lostAnswer: Answer = { status: LOST, headers: {}, body: '' };

export function isLost({ status }: Answer): boolean {
  return status === LOST;
}

export function jsonAnswer(status: number, value: object): Answer {
  return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}

/** 200 with the object, expanded as requested. Only the server may see expanded objects, so browsers get none. */
export function objectAnswer(call: Call, object: object): Answer {
  const paths = call.caller === 'server' ? readExpandPaths(call.fields) : [];
  return jsonAnswer(200, expandObject(call.store, object, paths));
}

export function errorAnswer(error: StripeError): Answer {
  return jsonAnswer(error.status, { error: error.details });
}

export function unexpectedErrorAnswer(): Answer {
  const message = 'An unexpected error occurred in the payment sandbox.';
  return jsonAnswer(500, { error: { type: 'api_error', message } });
}

/** 303 makes the browser follow with a GET. */
export function redirectAnswer(location: string): Answer {
  return { status: 303, headers: { Location: location }, body: '' };
}
