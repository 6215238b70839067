import type { ZodFastifySchemaValidationError } from 'fastify-type-provider-zod';

/** What is wrong with a request, by field path; the first problem of each field. */
export function validationMessages(
  problems: readonly ZodFastifySchemaValidationError[],
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const problem of problems) {
    const parent = problem.instancePath.split('/').filter((part) => part !== '');
    const unknownKeys = problem.keyword === 'unrecognized_keys' ? keysOf(problem.params) : [];
    if (unknownKeys.length === 0) {
      const path = parent.join('.') || 'body';
      fields[path] ??= describe(path, problem.message ?? 'is not valid');
    }
    for (const key of unknownKeys) {
      const path = [...parent, key].join('.');
      fields[path] ??= `${path} is not a known field`;
    }
  }
  return fields;
}

/** Our own sentences stay as they are; the schema library's fragments get the field's name in front. */
function describe(path: string, message: string): string {
  if (message.startsWith('Please')) return message;
  return `${path}: ${message.replace(/^Invalid input: /, '')}`;
}

function keysOf(params: Record<string, unknown>): string[] {
  const keys = params['keys'];
  return Array.isArray(keys) ? keys.map(String) : [];
}
