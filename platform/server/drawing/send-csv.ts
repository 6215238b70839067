import type { FastifyReply } from 'fastify';

/** A file to keep, not to open in the browser; `name` without path or quotes. Never kept by a cache: it may have customers in it. */
export function sendCsv(reply: FastifyReply, name: string, csv: string): string {
  reply
    .header('cache-control', 'no-store')
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`);
  return csv;
}
