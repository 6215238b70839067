import type { FastifyInstance } from 'fastify';

/** In this scope a body may come or not, of any type: it is not looked at. */
export function leaveBodiesUnread(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, parsed) => parsed(null));
}
