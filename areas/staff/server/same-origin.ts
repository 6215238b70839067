/** Distinguishes requests by our own pages from those that another site made the browser send. */
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '#platform/server/errors.ts';

type Request = Pick<FastifyRequest, 'headers' | 'host' | 'method'>;

const CHANGES_NOTHING = new Set(['GET', 'HEAD', 'OPTIONS']);
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** 403: the browser says that the request came from another site. */
export class ForeignRequest extends ServiceError {
  constructor() {
    super(403, 'cross_site', 'This request came from another site and was refused.');
  }
}

/**
 * Throws ForeignRequest for a change caused by another site's page. Every browser says where a change comes from, so a
 * request with neither header comes from a program, and no page can make a program send a cookie.
 */
export function refuseForeignChange(request: Request, publicUrl: string): void {
  if (CHANGES_NOTHING.has(request.method)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'same-origin') return;
  if (site !== undefined) throw new ForeignRequest();
  if (origin !== undefined && !isOurs(origin, request, publicUrl)) throw new ForeignRequest();
}

/** Throws ForeignRequest unless the person came from our own pages or the address bar. */
export function refuseForeignNavigation(request: Request, publicUrl: string): void {
  if (!isOwnNavigation(request, publicUrl)) throw new ForeignRequest();
}

function isOwnNavigation(request: Request, publicUrl: string): boolean {
  const { referer, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers;
  if (site !== undefined) {
    return (site === 'same-origin' || site === 'none') && (mode ?? 'navigate') === 'navigate';
  }
  if (referer !== undefined) return isOurs(referer, request, publicUrl);
  return isWhereBrowsersTell(request, publicUrl);
}

/** The path, query and fragment of a URL on our own site; null for anything else. */
export function pathOnThisSite(
  address: string,
  request: Request,
  publicUrl: string,
): string | null {
  if (!URL.canParse(address, publicUrl)) return null;
  const url = new URL(address, publicUrl);
  if (!isOurs(url.href, request, publicUrl)) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Compares hosts only, since a proxy in front may hide the scheme. */
function isOurs(address: string, { host }: Request, publicUrl: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) && (url.host === host || url.origin === publicUrl);
}

/** Browsers send Sec-Fetch-Site to https and to this machine itself. If it is missing, the client is not a browser. */
function isWhereBrowsersTell({ host }: Request, publicUrl: string): boolean {
  return publicUrl.startsWith('https:') || LOOPBACK.test(host.replace(/:\d+$/, ''));
}
