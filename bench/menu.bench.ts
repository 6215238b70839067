/** GET /api/meals against a bare node:http server that sends the same bytes, in turns. Aim: at least half as fast. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startBenchApp } from './bench-app.ts';
import { closedLoop, median } from './closed-loop.ts';
import { httpClient } from './http-client.ts';

const ROUNDS = 5;
const TOTAL = 6000;
const AT_ONCE = 32;

const app = await startBenchApp();
const bare = fork(new URL('bare-server.ts', import.meta.url), [`${app.url}/api/meals`]);
const [port] = (await once(bare, 'message')) as [number];

async function measure(baseUrl: string): Promise<number> {
  const client = httpClient(baseUrl, AT_ONCE);
  const result = await closedLoop({ total: TOTAL, atOnce: AT_ONCE }, async () => {
    const answer = await client.get('/api/meals', { 'accept-encoding': 'br' });
    return answer.status === 200;
  });
  client.close();
  if (result.failures > 0) throw new Error(`${result.failures} requests failed`);
  return result.perSecond;
}

const ours: number[] = [];
const theirs: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  ours.push(await measure(app.url));
  theirs.push(await measure(`http://127.0.0.1:${port}`));
}
const ratio = median(ours) / median(theirs);
console.log(`menu: ${median(ours).toFixed(0)}/s; bare node:http: ${median(theirs).toFixed(0)}/s`);
console.log(`menu ratio: ${(ratio * 100).toFixed(0)} % of the bare server (aim: at least 50 %)`);

bare.disconnect();
await app.stop();
