/** The alarm rules and the dashboard in `container/` ask only for what /metrics says. */
import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkBooks } from '#areas/payments/server/check-books.ts';
import { clockJobs } from '#platform/server/db/tables/clock-jobs.ts';
import { aStaffClient } from '#quality/support/a-paid-order.ts';
import { anOpenCheckout } from '#quality/support/an-order.ts';
import { signInWith } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const RULES = 'container/prometheus-rules.yaml';
const RULE_TESTS = 'container/prometheus-rules.test.yaml';
const DASHBOARD = 'container/grafana-dashboard.json';

/** What Prometheus adds to every series itself, and what it makes of a histogram. */
const OF_PROMETHEUS = ['job', 'instance', 'le'];
const WORDS = new Set(['by', 'or', 'and', 'unless', 'on', 'ignoring', 'without', 'bool']);

type Series = { name: string; labels: Record<string, string> };

let t: TestApp;
let exported: Series[];

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  // What has never happened is not exported.
  await anOpenCheckout(t);
  await signInWith(t, 'nobody@example.com', 'not the password at all');
  await checkBooks(t.context);
  await (await aStaffClient(t)).post('/api/admin/system/backups');
  const now = sql`now()`;
  await t.context.db.insert(clockJobs).values({ name: 'ring_bells', dueAt: now, startedAt: now });
  exported = seriesIn((await t.app.inject('/metrics')).body);
});
afterAll(() => t.close());

function seriesIn(body: string): Series[] {
  return [...body.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)].map(([, name = '', labels = '']) => ({
    name,
    labels: labelsIn(labels),
  }));
}

function labelsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)(?:=|!=|=~|!~)"([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}

/** `sum by (status) (rate(a{b="c"}[5m])) > 0` -> what it asks for: `a` with the labels `b` and `status`. */
function asksFor(expression: string) {
  const grouping = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) =>
    names.split(', '),
  );
  const bare = expression.replaceAll(/\s*\bby \([^)]*\)\s*/g, '').replaceAll(/\[[^\]]*\]/g, '');
  const metrics = [...bare.matchAll(/([a-z_]\w*)(\{[^}]*\})?/g)]
    .filter(({ 0: match, index }) => !isInsideBraces(bare, index) && isMetric(bare, match, index))
    .map(([, name = '', selector = '']) => ({ name, selector }));
  return { grouping, metrics };
}

function isInsideBraces(text: string, index: number): boolean {
  const before = text.slice(0, index);
  return before.lastIndexOf('{') > before.lastIndexOf('}');
}

function isMetric(text: string, match: string, index: number): boolean {
  return (
    !WORDS.has(match) && text[index + match.length] !== '(' && !/\d/.test(text[index - 1] ?? '')
  );
}

/** Empty if the expression could match something that is exported. */
function complaintsAbout(expression: string): string[] {
  const { grouping, metrics } = asksFor(expression);
  if (metrics.length === 0) return [`nothing is asked for: ${expression}`];
  return metrics.flatMap(({ name, selector }) => {
    if (name === 'up') return [];
    const series = exported.filter((each) => each.name === name);
    if (series.length === 0) return [`${name} is not exported`];
    const known = new Set([
      ...series.flatMap(({ labels }) => Object.keys(labels)),
      ...OF_PROMETHEUS,
    ]);
    const asked = [...Object.keys(labelsIn(selector)), ...grouping];
    const unknown = asked.filter((label) => !known.has(label));
    const exact = [...selector.matchAll(/(\w+)="([^"]*)"/g)].filter(
      ([, label = '', value]) =>
        !OF_PROMETHEUS.includes(label) && !series.some(({ labels }) => labels[label] === value),
    );
    return [
      ...unknown.map((label) => `${name} has no label ${label}`),
      ...exact.map(([match]) => `${name} has no series with ${match}`),
    ];
  });
}

const readRules = () => readFile(RULES, 'utf8');

async function expressionsOfRules(): Promise<string[]> {
  return [...(await readRules()).matchAll(/^ +expr: (.+)$/gm)].map(
    ([, expression = '']) => expression,
  );
}

async function expressionsOfDashboard(): Promise<string[]> {
  return [...(await readFile(DASHBOARD, 'utf8')).matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(
    ([, text = '']) => JSON.parse(text) as string,
  );
}

test('every metric of the rules is exported, with the labels they name', async () => {
  const expressions = await expressionsOfRules();
  expect(expressions.length).toBe((await readRules()).match(/ alert: /g)?.length);
  expect(expressions.flatMap(complaintsAbout)).toEqual([]);
});

test('so is every metric of the dashboard', async () => {
  const expressions = await expressionsOfDashboard();
  expect(expressions.length).toBeGreaterThan(25);
  expect(expressions.flatMap(complaintsAbout)).toEqual([]);
});

test.each([
  ['a misspelt metric', 'max(mealrun_alarms) == 1', /mealrun_alarms is not exported/],
  ['an unknown label', 'max by (kitchen) (mealrun_alarm)', /no label kitchen/],
  ['an unknown alarm', 'mealrun_alarm{alarm="bookz"} == 1', /no series with alarm="bookz"/],
  ['a second metric', 'mealrun_slot_holds / mealrun_slot_hold', /mealrun_slot_hold is not/],
  ['nothing at all', 'vector(1)', /nothing is asked for/],
])('a planted fault is found: %s', (_what, expression, complaint) => {
  expect(complaintsAbout(expression).join('\n')).toMatch(complaint);
});

test('every rule has its line in the runbook, and its unit test', async () => {
  const rules = [...(await readRules()).matchAll(/ alert: (\w+)/g)].map(([, name]) => name);
  const guide = await readFile('docs/operations.md', 'utf8');
  const tests = await readFile(RULE_TESTS, 'utf8');
  for (const rule of rules) {
    expect(guide, `${rule} in docs/operations.md`).toMatch(new RegExp(`^\\| \`${rule}\` \\|`, 'm'));
    expect(tests, `${rule} in ${RULE_TESTS}`).toContain(`alertname: ${rule}\n`);
  }
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

describe.skipIf(!hasPromtool)('promtool', () => {
  const promtool = (...parameters: string[]) => promisify(execFile)('promtool', parameters);

  test('accepts the rules', async () => {
    const { stdout } = await promtool('check', 'rules', RULES);
    expect(stdout).toMatch(/SUCCESS: \d+ rules found/);
  });

  test('finds that each fires when it must, and no sooner', async () => {
    await promtool('test', 'rules', RULE_TESTS);
  });
});
