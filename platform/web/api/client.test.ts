import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { ApiError, describeFailure } from './api-error.ts';
import { addressOf, call, callAgain, callForFile } from './client.ts';

const findExample = endpoint({
  method: 'GET',
  path: '/api/things/:name',
  access: 'public',
  about: 'any',
  summary: 'A thing',
  params: z.object({ name: z.string() }),
  query: z.object({ size: z.number().optional(), colour: z.string().optional() }),
  reply: z.object({ name: z.string() }),
});
const findExamples = endpoint({
  method: 'GET',
  path: '/api/things',
  access: 'public',
  summary: 'Things as a file',
  query: z.object({ id: z.array(z.string()), preview: z.string().optional() }),
  reply: z.unknown(),
});
const makeExample = endpoint({
  method: 'POST',
  path: '/api/things',
  access: 'public',
  summary: 'Makes a thing',
  body: z.object({ name: z.string() }),
  status: 201,
  reply: z.undefined(),
});

let seen: Request[];
let answer: () => Response;

beforeEach(() => {
  seen = [];
  answer = () => new Response('{"name":"spoon"}');
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    seen.push(new Request(new URL(path, 'http://site'), init));
    return answer();
  });
});

afterEach(() => vi.unstubAllGlobals());

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError');
  return error;
}

test('a call made again says what it has, and gets the same reply back when nothing changed', async () => {
  answer = () => new Response('{"name":"spoon"}', { headers: { etag: '"one"' } });
  const first = await callAgain(findExample, { params: { name: 'a' }, query: {} }, undefined);
  answer = () => new Response(null, { status: 304 });
  const again = await callAgain(findExample, { params: { name: 'a' }, query: {} }, first);
  expect(again).toBe(first);
  expect(seen.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"one"']);
});

test('parameters and query go into the URL, escaped, and what is not given stays out', async () => {
  const reply = await call(findExample, { params: { name: 'a/b c' }, query: { size: 3 } });
  expect(reply).toEqual({ name: 'spoon' });
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET http://site/api/things/a%2Fb%20c?size=3',
  ]);
  expect(seen[0]?.headers.get('content-type')).toBeNull();
});

test('a list goes into the URL value by value, and a GET has an address for links', () => {
  const query = { id: ['7', '9'], preview: 'true' };
  expect(addressOf(findExamples, { query })).toBe('/api/things?id=7&id=9&preview=true');
});

test('a file comes with the name that the server gives it, or with its refusal', async () => {
  const headers = { 'content-disposition': 'inline; filename="prep-sheet.pdf"' };
  answer = () => new Response('%PDF', { headers });
  const { name, blob } = await callForFile(findExamples, { query: { id: [] } });
  expect([name, await blob.text()]).toEqual(['prep-sheet.pdf', '%PDF']);
  answer = () => new Response('{"message":"Nothing there","code":"not_found"}', { status: 404 });
  const failure = await failureOf(callForFile(findExamples, { query: { id: [] } }));
  expect(failure.reply?.message).toBe('Nothing there');
});

test('a body is sent as JSON, and an empty answer is undefined', async () => {
  answer = () => new Response(null, { status: 201 });
  expect(await call(makeExample, { body: { name: 'fork' } })).toBeUndefined();
  expect(seen[0]?.method).toBe('POST');
  expect(seen[0]?.headers.get('content-type')).toBe('application/json');
  expect(await seen[0]?.json()).toEqual({ name: 'fork' });
});

test('an answer that is not OK becomes an error of its status, a colon and its text', async () => {
  const text =
    '{"message":"The price has changed","code":"quote_changed","quote":{"total":"12.00"}}';
  answer = () => new Response(text, { status: 409 });
  const error = await failureOf(call(makeExample, { body: { name: 'fork' } }));
  expect(error.message).toBe(`409: ${text}`);
  expect(error.status).toBe(409);
  expect(error.reply).toMatchObject({ code: 'quote_changed', quote: { total: '12.00' } });
  expect(describeFailure(error)).toBe('The price has changed');
});

test('without a text, the status text takes its place', async () => {
  answer = () => new Response('', { status: 502, statusText: 'Bad Gateway' });
  const error = await failureOf(call(makeExample, { body: { name: 'fork' } }));
  expect(error.message).toBe('502: Bad Gateway');
  expect(error.reply).toBeNull();
  expect(describeFailure(error)).toBe('Something went wrong on our side. Try again in a minute.');
});

test('a missing reply is reported as a connection problem', async () => {
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
  const error: unknown = await call(makeExample, { body: { name: 'fork' } }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).not.toBeInstanceOf(ApiError);
  expect(describeFailure(error)).toContain('Check your connection');
});
