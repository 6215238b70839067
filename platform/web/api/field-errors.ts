/** The problems of a form, field by field: found before sending, or reported by the server. */
import type { z } from 'zod';
import { ApiError } from './api-error.ts';

export type FieldErrors = Partial<Record<string, string>>;

/** The first message of each field; empty if the form may be sent. */
export function checkFields(schema: z.ZodType, values: unknown): FieldErrors {
  const { error } = schema.safeParse(values);
  const errors: FieldErrors = {};
  for (const { path, message } of error?.issues ?? []) errors[path.join('.')] ??= message;
  return errors;
}

/** The server's messages about fields; empty for every other failure. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  return error instanceof ApiError ? (error.reply?.fields ?? {}) : {};
}
