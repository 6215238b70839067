/** Replies made once and sent many times: the bytes stay in memory, compressed, with an ETag. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** For content whose address changes with it. */
export const FOR_EVER = 'public, max-age=31536000, immutable';

export type StoredReply = {
  status: number;
  contentType: string;
  etag: string;
  identity: Buffer;
  br: Buffer;
  gzip: Buffer;
};

/** How hard to compress: `many` for bytes that are sent many times, `few` for those that may be sent once. */
const BROTLI_QUALITY = { many: 10, few: 5 };

export async function storeReply(
  content: {
    status: number;
    contentType: string;
    body: string | Buffer;
  },
  sentTo: keyof typeof BROTLI_QUALITY = 'many',
): Promise<StoredReply> {
  const identity = Buffer.from(content.body);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  const [br, gzipped] = await Promise.all([
    brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[sentTo] } }),
    zip(identity),
  ]);
  return { ...content, etag: `"${hash}"`, identity, br, gzip: gzipped };
}

/**
 * Sends the bytes in the best encoding the caller accepts, or 304 when it already has them. Adds to a `vary` that is
 * already set.
 */
export function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  stored: StoredReply,
  cacheControl = 'no-cache',
): FastifyReply {
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ');
  reply.header('etag', stored.etag).header('cache-control', cacheControl).header('vary', vary);
  const known = request.headers['if-none-match'];
  if (stored.status === 200 && known?.includes(stored.etag)) return reply.code(304).send();
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply
    .code(stored.status)
    .header('content-type', stored.contentType)
    .send(stored[encoding]);
}

function chooseEncoding(accepted: string | string[] | undefined): 'br' | 'gzip' | 'identity' {
  const header = String(accepted ?? '');
  if (/\bbr\b(?!\s*;\s*q=0(\.0+)?\b)/.test(header)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(\.0+)?\b)/.test(header) ? 'gzip' : 'identity';
}
