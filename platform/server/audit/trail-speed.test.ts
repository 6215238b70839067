/** The trail of a kitchen that is years old: every filter is answered by an index, also one that few changes fit. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUDITED_ENTITIES } from '#platform/calls/audit.ts';
import { selectTrail, type TrailFilter } from '#areas/office/server/list-trail.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const CHANGES = 100_000;
const PAGE = 50;

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
  // One rare account, action and kind long ago, among a hundred thousand changes of every day.
  await t.context.db.execute(sql`
    insert into audit_log (at, staff_email, action, entity, entity_id)
    select '2020-01-01'::timestamptz + n * interval '20 minutes',
      case when n < 100 then 'Rare@example.com' when n % 3 = 0 then null
        else 'staff' || n % 7 || '@example.com' end,
      case when n < 100 then 'settings.update' else 'order.edit' end,
      case when n < 100 then 'settings' else 'order' end,
      (n % 5000)::text
    from generate_series(1, ${CHANGES}::int) n`);
  await t.context.db.execute(sql`analyze audit_log`);
});
afterAll(() => t.close());

type Plan = { 'Node Type': string; 'Rows Removed by Filter'?: number; Plans?: Plan[] };

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

test.each<[string, TrailFilter, number | undefined]>([
  ['no filter', {}, undefined],
  ['the next page', {}, 50_000],
  ['someone of every day', { who: 'staff3@example.com' }, undefined],
  ['someone who left long ago, in any case', { who: 'rare@EXAMPLE.com' }, undefined],
  ['the system', { who: 'system' }, undefined],
  ['a rare kind', { what: 'settings' }, undefined],
  ['a rare action', { what: 'settings.update' }, undefined],
  ['one day long ago', { from: '2020-03-01', to: '2020-03-01' }, undefined],
  ['everything before a day long ago', { to: '2020-01-02' }, undefined],
  [
    'someone on a day',
    { who: 'staff3@example.com', from: '2020-03-01', to: '2020-03-01' },
    undefined,
  ],
  ['one order', { entity: 'order', entityId: '4711' }, undefined],
])('%s', async (_name, filter, cursor) => {
  const page = { seen: AUDITED_ENTITIES, timeZone: 'UTC', limit: PAGE, cursor };
  const query = selectTrail(t.context.db, filter, page);
  const { rows } = await t.context.db.execute<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    sql`explain (analyze, timing off, format json) ${query.getSQL()}`,
  );
  const nodes = nodesOf(rows[0]!['QUERY PLAN'][0]!.Plan);
  expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
  const thrownAway = nodes.reduce((sum, node) => sum + (node['Rows Removed by Filter'] ?? 0), 0);
  expect(thrownAway, JSON.stringify(nodes.map((node) => node['Node Type']))).toBeLessThan(1000);
  expect((await query).length).toBeGreaterThan(0);
});
