import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** The longest wait for a reply that is in progress. */
const LAST_ANSWER_MS = 20_000;

/**
 * Accepts requests for `waitMs` more, each the last on its connection; then stops accepting new ones and resolves when
 * the replies in progress are finished.
 */
export async function stopServing(app: FastifyInstance, waitMs: number): Promise<void> {
  await sleep(waitMs);
  const impatience = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWER_MS);
  await app.close();
  clearTimeout(impatience);
}
