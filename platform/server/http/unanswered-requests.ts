import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Browsers and proxies wait for an answer before they ask again on the same connection. */
const MOST_UNANSWERED = 16;

/**
 * Closes a connection that asks and asks without reading: its answers would wait in our memory, each as large as the
 * reply. Node pauses such a connection only after it has read, and begun to answer, what the last packets brought.
 */
export function closeUnreadConnections(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (count > MOST_UNANSWERED) socket.destroy();
    // Node goes on with what it has read of a closed connection.
    if (socket.destroyed) reply.hijack();
    else done();
  });
}
