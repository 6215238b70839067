import type { FastifyReply } from 'fastify';

/** A file to keep, not to open in the browser; `name` without path or quotes. Never kept by a cache: it may have customers in it. */
export function offerFile(
  reply: FastifyReply,
  { name, type }: { name: string; type: string },
): void {
  reply
    .header('cache-control', 'no-store')
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`);
}
