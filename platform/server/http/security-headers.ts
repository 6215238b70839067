import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { CARD_PAGES } from '#platform/calls/card-pages.ts';
import { BlockList, isIPv6 } from 'node:net';

const SCANNING_PAGES = ['/pack', '/drive', '/drive/stop/:deliveryId'];

/** Everything below it is the reference of our calls, with a renderer that is not ours. */
export const REFERENCE_PATH = '/api/docs';

const STRIPE_SCRIPT = ['https://js.stripe.com', 'https://*.js.stripe.com'];

type Headers = readonly (readonly [name: string, value: string])[];

/**
 * Strict headers on every reply. Scripts and styles come from our own files only; the card provider's hosts are allowed
 * on the pages where cards are entered and nowhere else, and only when real cards are accepted. https://docs.stripe.com/security/guide
 * Only the pages where codes are scanned get the camera and may run the reader, which is WebAssembly. Each kind of page has
 * its finished headers, made once: none can take on another's.
 */
export function registerSecurityHeaders(
  app: FastifyInstance,
  options: { usesStripe: () => boolean; isHttps: boolean; isDev: boolean },
): void {
  const self = "'self'";
  const base = {
    defaultSrc: [self],
    // Vite's hot reload needs inline scripts and a socket; only ever in development.
    scriptSrc: options.isDev ? [self, "'unsafe-inline'"] : [self],
    styleSrc: options.isDev ? [self, "'unsafe-inline'"] : [self],
    connectSrc: options.isDev ? [self, 'ws:'] : [self],
    imgSrc: [self, 'data:', 'https:'],
    fontSrc: [self],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: [self],
    frameAncestors: ["'none'"],
    upgradeInsecureRequests: options.isHttps ? [] : null,
  };
  const site = finish(options, base);
  const card = finish(
    options,
    {
      ...base,
      scriptSrc: [...base.scriptSrc, ...STRIPE_SCRIPT],
      frameSrc: [...STRIPE_SCRIPT, 'https://hooks.stripe.com'],
      connectSrc: [...base.connectSrc, 'https://api.stripe.com'],
    },
    // A wallet or a bank may open its own window, which must be able to reply.
    { crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' } },
  );
  const scan = finish(options, { ...base, scriptSrc: [...base.scriptSrc, "'wasm-unsafe-eval'"] });
  const reference = finish(options, {
    defaultSrc: ["'none'"],
    scriptSrc: [self],
    styleSrc: [self],
    imgSrc: [self, 'data:'],
    connectSrc: [self],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  });
  const headersOf = (url: string): Headers => {
    if (SCANNING_PAGES.includes(url)) return scan;
    if (options.usesStripe() && CARD_PAGES.includes(url)) return card;
    return url === REFERENCE_PATH || url.startsWith(`${REFERENCE_PATH}/`) ? reference : site;
  };
  app.addHook('onRequest', (request, reply, done) => {
    const url = request.routeOptions.url ?? '';
    for (const [name, value] of headersOf(url)) reply.raw.setHeader(name, value);
    const camera = SCANNING_PAGES.includes(url) ? 'camera=(self)' : 'camera=()';
    reply.header('permissions-policy', camera);
    done();
  });
}

type Directives = Record<string, string[] | null>;

/** As helmet sets them, once. */
function finish(
  { isHttps }: { isHttps: boolean },
  directives: Directives,
  more: Pick<HelmetOptions, 'crossOriginOpenerPolicy'> = {},
): Headers {
  const headers = new Map<string, string>();
  const reply = {
    setHeader: (name: string, value: string) => headers.set(name.toLowerCase(), value),
    removeHeader: (name: string) => headers.delete(name.toLowerCase()),
  };
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    // For Flash, Internet Explorer 8 and DNS prefetching, none of which we use: dead weight on each reply.
    xPermittedCrossDomainPolicies: false,
    xDownloadOptions: false,
    xDnsPrefetchControl: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    ...more,
  })({} as IncomingMessage, reply as unknown as ServerResponse, () => {});
  return [...headers];
}

/** Whether an address is this machine's or one of our proxies', which are addresses and networks such as `10.0.0.0/8`. */
export function trustProxies(proxies: readonly string[]): (address: string | undefined) => boolean {
  const trusted = new BlockList();
  for (const proxy of ['127.0.0.0/8', '::1', ...proxies]) {
    const [address = '', prefix] = proxy.split('/');
    const family = familyOf(address);
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (address) => address !== undefined && trusted.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
