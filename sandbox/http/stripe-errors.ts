/** Refusals in Stripe's words: the `{error: {...}}` object and its status. */
export type StripeErrorDetails = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: object;
  payment_method?: object;
};

/**
 * An answer rather than a failure. As at Stripe, a refusal of the request as such is not remembered under an idempotency key
 * and leaves nothing behind; every other one is remembered, and what was written before it (a declined charge) stays written.
 */
export class StripeError extends Error {
  readonly status: number;
  readonly details: StripeErrorDetails;
  readonly isRemembered: boolean;

  constructor(status: number, details: StripeErrorDetails, isRemembered = true) {
    super(details.message);
    this.status = status;
    this.details = details;
    this.isRemembered = isRemembered;
  }
}

/** 400: the request as sent makes no sense, whatever the state of things. */
export function invalidParameter(param: string, message: string, code?: string): StripeError {
  return new StripeError(
    400,
    { type: 'invalid_request_error', message, param, ...(code && { code }) },
    false,
  );
}

export function malformedRequest(message: string, status = 400): StripeError {
  return new StripeError(status, { type: 'invalid_request_error', message }, false);
}

/** 404 with Stripe's sentence; `param` is `intent` or `id` for a path, else the parameter that named the object. */
export function noSuchObject(object: string, id: string, param: string): StripeError {
  const message = `No such ${object}: '${id}'`;
  return new StripeError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message,
    param,
  });
}

/** 400: understood, but not possible in the present state. */
export function stateConflict(
  message: string,
  details: Partial<StripeErrorDetails> = {},
): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message, ...details });
}
