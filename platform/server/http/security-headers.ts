import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { CARD_PAGES } from '#platform/calls/card-pages.ts';

/** Where codes are scanned. */
const SCANNING_PAGES = ['/pack', '/drive', '/drive/stop/:deliveryId'];

const STRIPE_SCRIPT = ['https://js.stripe.com', 'https://*.js.stripe.com'];

/**
 * Strict headers on every reply. Scripts and styles come from our own files only; the card provider's hosts are allowed
 * on the pages where cards are entered and nowhere else, and only when real cards are accepted. https://docs.stripe.com/security/guide
 * Only the pages where codes are scanned get the camera and may run the reader, which is WebAssembly.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  options: { usesStripe: boolean; isHttps: boolean; isDev: boolean },
): Promise<void> {
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
  // Before helmet's own hook, which reads what this one sets.
  if (options.usesStripe) {
    app.addHook('onRoute', (route) => {
      if (!CARD_PAGES.includes(route.url)) return;
      const directives = {
        ...base,
        scriptSrc: [...base.scriptSrc, ...STRIPE_SCRIPT],
        frameSrc: [...STRIPE_SCRIPT, 'https://hooks.stripe.com'],
        connectSrc: [...base.connectSrc, 'https://api.stripe.com'],
      };
      route.helmet = {
        contentSecurityPolicy: { useDefaults: false, directives },
        // A wallet or a bank may open its own window, which must be able to reply.
        crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
      };
    });
  }
  app.addHook('onRoute', (route) => {
    if (!SCANNING_PAGES.includes(route.url)) return;
    const directives = { ...base, scriptSrc: [...base.scriptSrc, "'wasm-unsafe-eval'"] };
    route.helmet = { contentSecurityPolicy: { useDefaults: false, directives } };
  });
  app.addHook('onRequest', (request, reply, done) => {
    const isForScanning = SCANNING_PAGES.includes(request.routeOptions.url ?? '');
    reply.header('permissions-policy', isForScanning ? 'camera=(self)' : 'camera=()');
    done();
  });
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: base },
    strictTransportSecurity: options.isHttps
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
    crossOriginEmbedderPolicy: false,
    // For Flash, Internet Explorer 8 and DNS prefetching, none of which we use: dead weight on each reply.
    xPermittedCrossDomainPolicies: false,
    xDownloadOptions: false,
    xDnsPrefetchControl: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
}
