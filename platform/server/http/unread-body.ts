import type { FastifyInstance } from 'fastify';

/** In this scope a body of any type is accepted, or none; it is not read. */
export function leaveBodiesUnread(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, parsed) => parsed(null));
}
