/** A small OpenID Connect issuer for tests: discovery, keys, and tokens about the current `person`. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

type Person = { sub: string; email: string; email_verified: boolean };

export type FakeOidcIssuer = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  person: Person;
  /** Overrides the claims of the next token. */
  lies: Record<string, unknown>;
  /** Signs with an unpublished key. */
  forges: boolean;
  close(): Promise<void>;
};

/** The request for which each code was issued. */
type Codes = Map<string, { nonce: string; challenge: string; redirectUri: string }>;
type Keys = { publicKey: KeyObject; privateKey: KeyObject };
type State = { fake: FakeOidcIssuer; codes: Codes; keys: Keys; others: Keys };
type Answer = { status: number; location?: string; body?: object };

const CLIENT = { clientId: 'mealrun', clientSecret: 'a secret between two' };

export async function startIssuer(): Promise<FakeOidcIssuer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the issuer has no port');
  const fake: FakeOidcIssuer = {
    issuer: `http://127.0.0.1:${address.port}`,
    ...CLIENT,
    person: { sub: '1', email: 'nobody@example.com', email_verified: true },
    lies: {},
    forges: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const state = { fake, codes: new Map(), keys: newKeys(), others: newKeys() };
  server.on('request', (request, response) => void serve(state, request, response));
  return fake;
}

function newKeys(): Keys {
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

async function serve(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', state.fake.issuer);
  const { status, location, body } = await answer(state, url, request);
  response
    .writeHead(status, { 'content-type': 'application/json', ...(location && { location }) })
    .end(JSON.stringify(body));
}

async function answer(state: State, url: URL, request: IncomingMessage): Promise<Answer> {
  const { issuer } = state.fake;
  switch (url.pathname) {
    case '/.well-known/openid-configuration':
      return { status: 200, body: discovery(issuer) };
    case '/keys':
      return { status: 200, body: { keys: [publishedKey(state.keys)] } };
    case '/authorize':
      return authorise(state, url.searchParams);
    case '/token':
      return giveToken(state, await readForm(request), request.headers.authorization);
    default:
      return { status: 404, body: { error: 'not_found' } };
  }
}

function discovery(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

function publishedKey({ publicKey }: Keys) {
  return { ...publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' };
}

/** Asks nothing: everyone is redirected straight back with a code. */
function authorise({ codes }: State, query: URLSearchParams): Answer {
  const code = createHash('sha256').update(query.toString()).digest('hex');
  const redirectUri = query.get('redirect_uri') ?? '';
  const nonce = query.get('nonce') ?? '';
  codes.set(code, { nonce, challenge: query.get('code_challenge') ?? '', redirectUri });
  const back = new URL(redirectUri);
  back.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString();
  return { status: 302, location: back.href };
}

function giveToken(state: State, form: URLSearchParams, authorization = ''): Answer {
  const code = form.get('code') ?? '';
  const asked = state.codes.get(code);
  state.codes.delete(code);
  const verifier = form.get('code_verifier') ?? '';
  const isGood =
    asked &&
    (form.get('client_secret') === CLIENT.clientSecret || authorization.startsWith('Basic ')) &&
    createHash('sha256').update(verifier).digest('base64url') === asked.challenge &&
    form.get('redirect_uri') === asked.redirectUri;
  if (!isGood) return { status: 400, body: { error: 'invalid_grant' } };
  const idToken = signedToken(state, asked.nonce);
  const body = { access_token: 'opaque', token_type: 'Bearer', expires_in: 300, id_token: idToken };
  return { status: 200, body };
}

function signedToken({ fake, keys, others }: State, nonce: string): string {
  const now = Math.floor(Date.now() / 1000);
  const { issuer: iss, person, lies, forges } = fake;
  const claims = { iss, aud: CLIENT.clientId, iat: now, exp: now + 300, nonce, ...person, ...lies };
  const text = [{ alg: 'RS256', kid: '1', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const { privateKey } = forges ? others : keys;
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}
