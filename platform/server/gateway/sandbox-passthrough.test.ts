import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { registerSandboxPassthrough } from './sandbox-process.ts';

const CONFIRM = '/v1/payment_intents/pi_1/confirm';

let sandbox: Server;
let app: FastifyInstance;
/** The idempotency key of each call that arrived. */
let keys: unknown[];
/** So many connections break after the call has arrived. */
let broken: number;

beforeEach(async () => {
  keys = [];
  broken = 0;
  sandbox = createServer((request, response) => {
    keys.push(request.headers['idempotency-key']);
    request.resume();
    if (keys.length <= broken) request.socket.destroy();
    else response.end('{"status":"succeeded"}');
  }).listen(0, '127.0.0.1');
  await once(sandbox, 'listening');
  const { port } = sandbox.address() as AddressInfo;
  app = fastify();
  registerSandboxPassthrough(app, { baseUrl: `http://127.0.0.1:${port}` });
});
afterEach(async () => {
  await app.close();
  sandbox.closeAllConnections();
  sandbox.close();
});

const post = (url: string) => app.inject({ method: 'POST', url: `/sandbox${url}`, body: 'a=1' });

test('a call whose connection breaks is made once more, with the same key', async () => {
  broken = 1;
  expect((await post(CONFIRM)).json()).toEqual({ status: 'succeeded' });
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('each call has a key of its own', async () => {
  await post(CONFIRM);
  await post(CONFIRM);
  expect(new Set(keys).size).toBe(2);
});

test('one whose connection breaks twice is answered with 503', async () => {
  broken = 2;
  expect((await post(CONFIRM)).statusCode).toBe(503);
});

test('what the sandbox could not recognise again is made once', async () => {
  broken = 1;
  expect((await post('/bank/token')).statusCode).toBe(503);
  expect(keys).toHaveLength(1);
});
