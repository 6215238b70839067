/** The HTTP server: reads a request, finds its route, identifies the caller and answers in one transaction. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Answer, errorAnswer, isLost, unexpectedErrorAnswer } from './http/answer.ts';
import { identifyCaller } from './http/api-keys.ts';
import {
  STRIPE_API_VERSION,
  type Call,
  type FormPair,
  formFields,
  parseForm,
} from './http/call.ts';
import { answerOnce, readIdempotencyKey, requestFingerprint } from './http/idempotency.ts';
import { malformedRequest, StripeError } from './http/stripe-errors.ts';
import { findRoute, type Route } from './routes.ts';
import { newId, type Store, type ApiKeys } from './store.ts';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const REQUEST_TIMEOUT_MS = 30_000;
const MAX_BODY_BYTES = 256 * 1024;
/** Longer than clients keep idle connections open, so that none closes just as a request is sent. */
const KEEP_ALIVE_MS = 75_000;

export function createSandboxServer(store: Store): Server {
  return createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => {
      respond(store, request, response).catch((error: unknown) => {
        console.error('Payment sandbox: could not send an answer', error);
        response.destroy();
      });
    },
  );
}

async function respond(
  store: Store,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = newId('req');
  const answer = await answerTo(store, request, requestId);
  if (isLost(answer)) return void response.destroy();
  response.writeHead(answer.status, {
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(answer.body),
    'Request-Id': requestId,
    'Stripe-Version': STRIPE_API_VERSION,
    'X-Content-Type-Options': 'nosniff',
    ...answer.headers,
  });
  response.end(answer.body);
}

async function answerTo(
  store: Store,
  request: IncomingMessage,
  requestId: string,
): Promise<Answer> {
  try {
    const bodyText = await readBody(request);
    return dispatch(store, request, bodyText, requestId);
  } catch (error) {
    if (error instanceof StripeError) return errorAnswer(error);
    if (!request.destroyed || request.complete)
      console.error(`Payment sandbox: ${requestId} failed`, error);
    return unexpectedErrorAnswer();
  }
}

/** The body as text. One that is too long is read to the end and discarded, so that the sender gets the 413. */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BODY_BYTES)
    throw malformedRequest(`The body is larger than ${MAX_BODY_BYTES} bytes.`, 413);
  return Buffer.concat(chunks).toString('utf8');
}

function dispatch(
  store: Store,
  request: IncomingMessage,
  bodyText: string,
  requestId: string,
): Answer {
  const method = request.method ?? '';
  const url = URL.parse(request.url ?? '', 'http://sandbox.invalid');
  const found = url && findRoute(method, url.pathname);
  if (!found) throw unknownRoute(method, url?.pathname ?? '');

  const pairs = readPairs(found.route, request, url.search.slice(1), bodyText);
  const fields = formFields(pairs);
  const caller = identifyCaller(
    request.headers.authorization,
    fields,
    store.keys,
    found.route.access,
  );
  const idempotencyKey = readIdempotencyKey(request.headersDistinct['idempotency-key']?.[0]);
  const call: Call = { store, caller, id: found.id, fields, bodyText, requestId, idempotencyKey };
  if (method === 'GET') return found.route.handle(call);

  return store.transact(() => {
    const handle = () => handleOrReject(found.route, call);
    return url.pathname.startsWith('/v1/')
      ? answerOnce(call, url.pathname, requestFingerprint(caller, pairs), handle)
      : handle();
  });
}

/** An error that is stored commits the transaction; any other rolls it back. */
function handleOrReject(route: Route, call: Call): Answer {
  try {
    return route.handle(call);
  } catch (error) {
    if (error instanceof StripeError && error.isRemembered) return errorAnswer(error);
    throw error;
  }
}

function readPairs(
  route: Route,
  request: IncomingMessage,
  query: string,
  bodyText: string,
): FormPair[] {
  if (route.body === 'json') return parseForm(query);
  const contentType = request.headers['content-type'] ?? 'application/x-www-form-urlencoded';
  if (bodyText !== '' && !/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    throw malformedRequest(
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded).',
    );
  }
  return [...parseForm(query), ...parseForm(bodyText)];
}

function unknownRoute(method: string, path: string): StripeError {
  return malformedRequest(`Unrecognized request URL (${method}: ${path}).`, 404);
}

// `server.json` tells other programs on this machine the sandbox's port and keys.

export type ServerFacts = { pid: number; port: number } & ApiKeys;

/** Readable by this user only, and replaced atomically. */
export function writeServerFile(dataDir: string, facts: ServerFacts): void {
  const path = serverFilePath(dataDir);
  const temporaryPath = `${path}.${facts.pid}`;
  writeFileSync(temporaryPath, `${JSON.stringify(facts)}\n`, { mode: 0o600 });
  renameSync(temporaryPath, path);
}

export function removeServerFile(dataDir: string): void {
  rmSync(serverFilePath(dataDir), { force: true });
}

function serverFilePath(dataDir: string): string {
  return join(dataDir, 'server.json');
}
