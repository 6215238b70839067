import type { FastifyReply } from 'fastify';
import type { SheetFile } from '#areas/printouts/server/make-sheet.ts';

const CONTENT_TYPES = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' };

/** A PDF opens in the browser, ready to print; our own pages may show it in a frame. */
export function sendPrintout(
  reply: FastifyReply,
  { name, format, body }: SheetFile,
): SheetFile['body'] {
  const disposition = format === 'pdf' ? 'inline' : 'attachment';
  reply
    .header('cache-control', 'no-store')
    .header('content-type', CONTENT_TYPES[format])
    .header('content-disposition', `${disposition}; filename="${name}"`)
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'self'");
  return body;
}

/** A link on another site must not make us record a printout that the kitchen does not have. */
export function isFromElsewhere(reply: FastifyReply): boolean {
  const site = reply.request.headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}
