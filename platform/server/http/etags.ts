/** Replies that are asked for again and again: whoever has one already gets 304 without its body. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** For all routes that are registered in this scope afterwards. */
export function addEtags(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string')
      return payload;
    const hash = createHash('sha256').update(payload).digest('base64url').slice(0, 22);
    const etag = `"${hash}"`;
    reply.header('etag', etag);
    if (!request.headers['if-none-match']?.includes(etag)) return payload;
    reply.code(304).removeHeader('content-length');
    return '';
  });
}
