/**
 * `npm run fuzz [requests] [seed]`: the long form of quality/fuzz, against the app as `npm start` runs it, in a process
 * of its own. Fails on any answer that is a fault of ours or does not fit openapi.json, on a request that hangs for more
 * than a second, and on memory that grows.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '#platform/server/db/postgres-cluster.ts';
import { fuzzApp, type FuzzReport } from '#quality/fuzz/fuzz-app.ts';
import { startServer } from '../quality/e2e/server-process.ts';
import { buildWeb } from './setup/build-web.mjs';
import { runTool } from './operator/operator-tool.ts';

const REQUESTS = 200_000;
const SEED = 1;
const HANG_MS = 1000;
const MEMORY_GROWTH_MB = 50;
const SAMPLE_EVERY = 5000;
/** Wednesday midday in the kitchen: a week is open. */
const NOW = '2026-01-07T02:00:00Z';
const STAFF = { email: 'fuzz@example.com', password: 'mangoes by the bay at dawn' };

await runTool(async () => {
  const [requests = REQUESTS, seed = SEED] = process.argv.slice(2).map(Number);
  await buildWeb(process.execPath);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mealrun-fuzz-'));
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const variables = { STAFF_EMAIL: STAFF.email, STAFF_PASSWORD: STAFF.password };
  let said = '';
  const server = await startServer(
    { port, dataDir, databaseUrl: '', now: NOW, variables },
    (text) => (said += text),
  );
  const memory: number[] = [];
  try {
    const report = await fuzzApp({
      url,
      requests,
      seed,
      hands: 8,
      limitMs: HANG_MS,
      signIn: () => signIn(url),
      onProgress(done) {
        if (done % SAMPLE_EVERY !== 0) return;
        memory.push(residentMb(server.pid));
        console.log(`${done} requests, ${memory.at(-1)?.toFixed(0)} MB`);
      },
    });
    judge(report, memory, said);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function signIn(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(STAFF),
  });
  if (!reply.ok) throw new Error(`staff were not let in: ${reply.status} ${await reply.text()}`);
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

function residentMb(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024;
}

/** Throws for anything that must not happen. */
function judge(report: FuzzReport, memory: number[], said: string): void {
  const { faults, statuses, slowestMs, neverDone } = report;
  console.log(
    `replies by status ${JSON.stringify(statuses)}, the slowest ${slowestMs.toFixed(0)} ms`,
  );
  console.log(`never succeeded: ${neverDone.join(', ')}`);
  for (const fault of faults) console.log(`\n${fault}`);
  const failures = said.split('\n').filter((line) => line.includes('request failed'));
  for (const line of failures.slice(0, 5)) console.log(line.slice(-1500));
  const growth = growthMb(memory);
  console.log(`memory grew by ${growth.toFixed(0)} MB after the first quarter`);
  if (faults.length > 0) throw new Error(`${faults.length} faults`);
  if (growth > MEMORY_GROWTH_MB) throw new Error('memory grows');
}

/** Between the second quarter, when everything is warm, and the last; the median sample of each. */
function growthMb(samples: number[]): number {
  const quarter = Math.floor(samples.length / 4);
  if (quarter === 0) return 0;
  const warm = samples.slice(quarter, 2 * quarter);
  return middle(samples.slice(-quarter)) - middle(warm);
}

function middle(samples: number[]): number {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0;
}
