import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Nobody waits longer for an answer that is under way. */
const LAST_ANSWER_MS = 20_000;

/**
 * Takes requests for `waitMs` more, each the last on its connection; then no new ones, and resolves when those under way
 * have been answered.
 */
export async function stopServing(app: FastifyInstance, waitMs: number): Promise<void> {
  await sleep(waitMs);
  const impatience = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWER_MS);
  await app.close();
  clearTimeout(impatience);
}
