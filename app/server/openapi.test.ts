/** `/api/openapi.json` by the recommended rules of the two linters that strangers' tools rely on. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

type Description = {
  paths: Record<
    string,
    Record<string, { operationId?: string; tags?: string[]; security?: object[] }>
  >;
  components: { schemas: Record<string, object> };
};

let t: TestApp;
let source: string;
beforeAll(async () => {
  t = await startTestApp();
  source = (await t.app.inject('/api/openapi.json')).body;
});
afterAll(() => t.close());

const read = () => JSON.parse(source) as Description;

async function redoclyFinds(text: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source: text, config });
  return found.map(({ ruleId, message, location }) =>
    [ruleId, message, location[0]?.pointer].join(' '),
  );
}

async function spectralFinds(text: string): Promise<string[]> {
  const spectral = new Spectral();
  // The types of these two packages do not fit each other.
  const rules = oas as unknown as RulesetDefinition;
  spectral.setRuleset({ extends: [[rules, 'recommended']] });
  const found = await spectral.run(JSON.parse(text) as Record<string, unknown>);
  return found.map(({ code, message, path }) => [code, message, path.join('/')].join(' '));
}

test('is made once: who has it already is told so', async () => {
  const first = await t.app.inject('/api/openapi.json');
  const headers = { 'if-none-match': String(first.headers['etag']) };
  const again = await t.app.inject({ url: '/api/openapi.json', headers });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('redocly finds nothing', async () => {
  expect(await redoclyFinds(source)).toEqual([]);
});

test('spectral finds nothing', async () => {
  expect(await spectralFinds(source)).toEqual([]);
});

test('both notice an operation without its id, and one id for two operations', async () => {
  const nameless = read();
  delete nameless.paths['/api/admin/orders']?.['get']?.operationId;
  const twice = read();
  const orders = twice.paths['/api/admin/orders']?.['get'];
  if (orders) orders.operationId = 'getAdminToday';
  for (const [broken, rule] of [
    [nameless, 'operation-operationId '],
    [twice, 'operation-operationId-unique '],
  ] as const) {
    const text = JSON.stringify(broken);
    const isTheRule = expect.stringContaining(rule);
    expect(await redoclyFinds(text)).toContainEqual(isTheRule);
    expect(await spectralFinds(text)).toContainEqual(isTheRule);
  }
});

test('each operation has a name, a group and who may call it', () => {
  for (const [path, methods] of Object.entries(read().paths)) {
    for (const [method, { operationId, tags, security }] of Object.entries(methods)) {
      expect(operationId, `${method} ${path}`).toMatch(/^(get|post|put|delete)[A-Z]\w*$/);
      expect(tags, `${method} ${path}`).toHaveLength(1);
      expect(security, `${method} ${path}`).toBeDefined();
    }
  }
});

test('what staff may call needs a sign-in, what the site calls does not', () => {
  const { paths } = read();
  expect(paths['/api/admin/orders']?.['get']?.security).toContainEqual({ session: [] });
  expect(paths['/api/quote']?.['post']?.security).toEqual([]);
});

test('what many calls share is described once', () => {
  const { components, ...rest } = read();
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining(['NotFoundRefusal', 'AdminOrder', 'Delivery', 'Meal', 'Refund']),
  );
  const references = JSON.stringify(rest).match(/"#\/components\/schemas\/BusyRefusal"/g) ?? [];
  expect(references.length).toBeGreaterThan(250);
});
