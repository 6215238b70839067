/**
 * The one search at 50,000 orders, over HTTP as the portal asks it: 1,000 names with one random edit, how many of them
 * are among the first five and how long it takes; and each kind of thing that staff type.
 */
import pg from 'pg';
import { seededRandom } from '#app/server/stage.ts';
import type { SearchReply } from '#areas/office/calls/search.ts';
import {
  idOfNthOrder,
  nameOrders,
  nthName,
  withOneEdit,
  writeOrders,
} from '#quality/support/postgres/many-orders.ts';
import { startBenchApp, signIn } from './bench-app.ts';

const ORDERS = Number(process.env['ORDERS'] ?? 50_000);
const NAMES = 1000;
const TIMES = 40;
const BATCH = 5000;

const app = await startBenchApp();
const pool = new pg.Pool({ connectionString: app.databaseUrl, max: 1 });
try {
  await writeOrders(pool, 1, ORDERS, { customers: ORDERS / 3 });
  for (let from = 1; from <= ORDERS; from += BATCH)
    await nameOrders(pool, from, Math.min(ORDERS, from + BATCH - 1));
  await pool.query('vacuum analyze');
  const { rows } = await pool.query('select number, phone, email from orders where id = $1', [
    idOfNthOrder(Math.ceil(ORDERS / 2)),
  ]);
  const cookie = await signIn(app);
  const ask = async (q: string) => {
    const began = performance.now();
    const reply = await fetch(`${app.url}/api/admin/search`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ q }),
    });
    const found = (await reply.json()) as SearchReply;
    return { ms: performance.now() - began, found };
  };
  const random = seededRandom('names');
  const times: number[] = [];
  let first = 0;
  let late = 0;
  for (let turn = 0; turn < NAMES; turn += 1) {
    const { firstName, lastName } = nthName(1 + random.below(ORDERS));
    const { ms, found } = await ask(withOneEdit(`${firstName} ${lastName}`, random));
    times.push(ms);
    late += Math.min(1, found.late.length);
    const items = found.groups.find(({ kind }) => kind === 'orders')?.items ?? [];
    first += items.some(({ title }) => title === `${firstName} ${lastName}`) ? 1 : 0;
  }
  console.log(
    `search of ${ORDERS} orders: ${NAMES} names with one edit: ${((100 * first) / NAMES).toFixed(1)}% in the first five; ` +
      `p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms, ${late} with a late source`,
  );
  const [someone] = rows;
  const typed: Record<string, string> = {
    'a number': someone.number,
    'a phone': `0${someone.phone.slice(3)}`,
    'an email': someone.email,
    'a first name': 'charlotte',
    'a surname': 'nguyen',
    'the start of a name': 'wint',
    'two letters': 'ng',
    'letters inside many words': 'ell',
    'a suburb': 'cleveland',
    'a street': 'shore street',
    'a name and a day': 'nguyen tue',
    'a meal': 'chiken',
    'no one': 'xyzzyqq',
  };
  for (const [name, q] of Object.entries(typed)) {
    const all: number[] = [];
    let lateOnes = 0;
    for (let turn = 0; turn < TIMES; turn += 1) {
      const { ms, found } = await ask(q);
      all.push(ms);
      lateOnes += found.late.length;
    }
    const more = lateOnes > 0 ? `, ${lateOnes} late` : '';
    console.log(
      `${name}: p50 ${quantile(all, 0.5).toFixed(0)} ms, p95 ${quantile(all, 0.95).toFixed(0)} ms${more}`,
    );
  }
} finally {
  await pool.end();
  await app.stop();
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
