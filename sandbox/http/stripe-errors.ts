/** Errors in Stripe's words: the `{error: {...}}` object and its status. */
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
 * An answer, not a failure. As at Stripe, an error in the request itself is not stored under its idempotency key and is
 * rolled back. Every other error is stored, and what was written before it (such as a declined charge) is committed.
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

/** 400: the request is wrong in itself, whatever the state of the object. */
export function invalidParameter(param: string, message: string, code?: string): StripeError {
  return new StripeError(
    400,
    { type: 'invalid_request_error', message, param, ...(code && { code }) },
    false,
  );
}

/** 400 for an unknown id in a parameter that may also name a test card. */
export function noSuchPaymentMethod(id: string): StripeError {
  return invalidParameter('payment_method', `No such PaymentMethod: '${id}'`, 'resource_missing');
}

export function malformedRequest(message: string, status = 400): StripeError {
  return new StripeError(status, { type: 'invalid_request_error', message }, false);
}

/** 404 with Stripe's message. `param` is `intent` or `id` for an id in the path, otherwise the parameter with the id. */
export function noSuchObject(object: string, id: string, param: string): StripeError {
  const message = `No such ${object}: '${id}'`;
  return new StripeError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message,
    param,
  });
}

/** 400: the request is right, but not possible in the object's current state. */
export function stateConflict(
  message: string,
  details: Partial<StripeErrorDetails> = {},
): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message, ...details });
}
