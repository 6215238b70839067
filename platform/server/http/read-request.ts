import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { InvalidRequest, ServiceError } from '#platform/server/errors.ts';
import type { FastifyError, FastifyInstance } from 'fastify';

/**
 * For what was sent back, the fields that can be changed; null: all is as it is stored, so nothing is to be done, and nothing
 * to be written down. Throws InvalidRequest at each other field that is not as it is stored.
 */
export function readChange<W extends z.ZodObject>(
  sent: Record<string, unknown>,
  stored: object,
  writable: W,
): z.output<W> | null {
  const differs = ([key, value]: [string, unknown]) =>
    value !== undefined && !isDeepStrictEqual(value, stored[key as keyof typeof stored]);
  const isWritable = ([key]: [string, unknown]) => key in writable.shape;
  const differing = Object.entries(sent).filter(differs);
  const readOnly = differing.filter((field) => !isWritable(field));
  if (readOnly.length > 0) {
    const says = readOnly.map(([key]) => [key, `${key} can’t be changed here`]);
    throw new InvalidRequest(Object.fromEntries(says));
  }
  if (differing.length === 0) return null;
  return Object.fromEntries(Object.entries(sent).filter(isWritable)) as z.output<W>;
}

// Calls whose body is a file: in a scope of their own, so that no other call takes such bodies.

/** `uploadName`: what the answer calls a body of more than `largestMb` megabytes. */
export function withFileUpload(
  app: FastifyInstance,
  { uploadName, largestMb }: { uploadName: string; largestMb: number },
  register: (scope: FastifyInstance) => void,
): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: largestMb * 1024 * 1024 },
      (_request, body, parsed) => parsed(null, body),
    );
    scope.setErrorHandler((error: FastifyError) => {
      if (error.statusCode !== 413) throw error;
      throw new ServiceError(413, 'too_large', `${uploadName} is larger than ${largestMb} MB`);
    });
    register(scope);
    done();
  });
}

/** In this scope a body of any type is accepted, or none; it is not read. */
export function leaveBodiesUnread(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, parsed) => parsed(null));
}
