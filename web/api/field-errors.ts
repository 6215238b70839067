/** What is wrong with a form, field by field: found out before sending, or told by the server. */
import type { z } from 'zod';
import { ApiError } from './api-error.ts';

export type FieldErrors = Partial<Record<string, string>>;

/** The first complaint of each field; empty when it may be sent. */
export function checkFields(schema: z.ZodType, values: unknown): FieldErrors {
  const { error } = schema.safeParse(values);
  const errors: FieldErrors = {};
  for (const { path, message } of error?.issues ?? []) errors[path.join('.')] ??= message;
  return errors;
}

/** The server's complaints about fields; empty for every other failure. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  return error instanceof ApiError ? (error.reply?.fields ?? {}) : {};
}
