/** Calls whose body is a file: in a scope of their own, so that no other call takes such bodies. */
import type { FastifyError, FastifyInstance } from 'fastify';
import { ServiceError } from '#platform/server/errors.ts';

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
