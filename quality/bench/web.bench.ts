/**
 * Lighthouse on a phone with simulated slow 4G, on the production build over the real server: the median of five runs
 * per page. Aims: 100 in all four categories, largest paint within 1.5 s, no layout shift, less than 50 ms of blocking.
 */
import lighthouse, { type RunnerResult } from 'lighthouse';
import { findFreePort } from '#platform/server/db/postgres-cluster.ts';
import { startBenchApp } from './bench-app.ts';
import { median } from './load/closed-loop.ts';
import { launchBrowser } from './launch-browser.ts';

const PAGES = ['/', '/menu', '/how-it-works', '/faq', '/landing', '/order'];
const RUNS = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const AUDITS = {
  'LCP s': ['largest-contentful-paint', 1000],
  CLS: ['cumulative-layout-shift', 1],
  'TBT ms': ['total-blocking-time', 1],
} as const;

const pages = process.env['PAGES']?.split(',') ?? PAGES;
const app = await startBenchApp();
const port = await findFreePort();
const browser = await launchBrowser([`--remote-debugging-port=${port}`]);

const table: Record<string, Record<string, number>> = {};
const complaints = new Map<string, Set<string>>();
for (const page of pages) {
  const results: RunnerResult['lhr'][] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const result = await lighthouse(app.url + page, { port, logLevel: 'error' });
    if (!result) throw new Error(`Lighthouse reported nothing for ${page}`);
    results.push(result.lhr);
  }
  table[page] = rowOf(results);
  complaints.set(page, new Set(results.flatMap(listComplaints)));
}
console.table(table);
for (const [page, found] of complaints) {
  for (const complaint of found) console.log(`${page}: ${complaint}`);
}

await browser.close();
await app.stop();

function rowOf(results: RunnerResult['lhr'][]): Record<string, number> {
  const scores = CATEGORIES.map((name): [string, number] => [
    name,
    Math.round(median(results.map(({ categories }) => categories[name]?.score ?? 0)) * 100),
  ]);
  const measurements = Object.entries(AUDITS).map(([name, [audit, unit]]): [string, number] => {
    const middle = median(results.map(({ audits }) => audits[audit]?.numericValue ?? Infinity));
    return [name, Math.round((middle / unit) * 1000) / 1000];
  });
  return Object.fromEntries([...scores, ...measurements]);
}

/** Audits that keep a category below 100, except performance, which varies. */
function listComplaints({ categories, audits }: RunnerResult['lhr']): string[] {
  return CATEGORIES.filter((name) => name !== 'performance').flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${name}: ${audits[id]?.title ?? id}`),
  );
}
