/**
 * The most requested replies (the menu, the pages, the week, the price of a basket) against a bare node:http server
 * that sends the same bytes, alternating. Aim for the menu and the pages: at least half as fast.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { freshBasket, readMenu } from './baskets.ts';
import type { BareAnswer } from './reference/bare-server.ts';
import { startBenchApp } from './bench-app.ts';
import { closedLoop, median } from './load/closed-loop.ts';
import { type HttpAnswer, type Client, httpClient } from './load/http-client.ts';

const ROUNDS = 5;
const TOTAL = 4000;
const AT_ONCE = 32;
const BROTLI = { 'accept-encoding': 'br' };

type Request = { path: string; aim: string; send: (client: Client) => Promise<HttpAnswer> };

const app = await startBenchApp();
const menu = await readMenu(app.url);
const orderData = freshBasket(menu, 0);
const requests: Request[] = [
  read('/api/meals', 'at least 50%'),
  read('/', 'at least 50%'),
  read('/menu', 'at least 50%'),
  read('/faq', 'at least 50%'),
  read('/order', 'at least 50%'),
  read('/api/ordering-week', 'none'),
  { path: '/api/quote', aim: 'none', send: (to) => to.postJson('/api/quote', { orderData }) },
];

const bare = fork(new URL('reference/bare-server.ts', import.meta.url));
bare.send(await recordAnswers(requests));
const [port] = (await once(bare, 'message')) as [number];
for (const request of requests) await compare(request);
bare.disconnect();
await app.stop();

function read(path: string, aim: string): Request {
  return { path, aim, send: (client) => client.get(path, BROTLI) };
}

async function recordAnswers(asked: readonly Request[]): Promise<BareAnswer[]> {
  const client = httpClient(app.url, 1);
  const answers: BareAnswer[] = [];
  for (const { path, send } of asked) {
    const { status, headers, bytes } = await send(client);
    if (status !== 200) throw new Error(`${path} answers ${status}`);
    const kept = ['content-type', 'content-encoding', 'etag'].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const length = ['content-length', String(bytes.length)] as const;
    const body = bytes.toString('base64');
    answers.push({ path, headers: Object.fromEntries([...kept, length]), body });
  }
  client.close();
  return answers;
}

async function compare(request: Request): Promise<void> {
  const ours: number[] = [];
  const ofBare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await perSecond(app.url, request));
    ofBare.push(await perSecond(`http://127.0.0.1:${port}`, request));
  }
  const ratio = (100 * median(ours)) / median(ofBare);
  console.log(
    `${request.path}: ${median(ours).toFixed(0)}/s; bare node:http: ${median(ofBare).toFixed(0)}/s; ` +
      `ratio ${ratio.toFixed(0)} % (aim: ${request.aim})`,
  );
}

async function perSecond(baseUrl: string, { path, send }: Request): Promise<number> {
  const client = httpClient(baseUrl, AT_ONCE);
  const result = await closedLoop({ total: TOTAL, atOnce: AT_ONCE }, async () => {
    const answer = await send(client);
    return answer.status === 200;
  });
  client.close();
  if (result.failures > 0) throw new Error(`${path}: ${result.failures} requests failed`);
  return result.perSecond;
}
