/** What calls refuse with, as openapi.json and docs/refusals.md tell it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { declaredRefusals } from '#app/server/areas.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { Conflict } from '#platform/server/errors.ts';
import { route } from '#platform/server/http/route.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { z } from 'zod';

const HEAD = `# Refusals

What a call may answer instead of doing what it was asked: made from the areas' declarations
(\`npx vitest run app/server/refusals -u\`). Decide by \`code\`, which stays; \`message\` is for people and may change. Which of them a
call has, and what else a reply says, is in \`/api/openapi.json\`, one response for each status; \`4XX\` is what is refused before
it reaches a call.

| code | status | means | what to do |
|---|---|---|---|
`;

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
});
afterAll(() => t.close());

type Response = {
  content: { 'application/json': { schema: { $ref?: string; anyOf?: object[] } } };
};
type Description = {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
};

async function responsesOf(path: string, method: string) {
  const description: Description = (await t.app.inject('/api/openapi.json')).json();
  return description.paths[path]?.[method]?.responses ?? {};
}

test('docs/refusals.md lists each code once', async () => {
  const rows = Object.entries(declaredRefusals)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([code, { status, means, remedy }]) => `| \`${code}\` | ${status} | ${means} | ${remedy} |`,
    );
  await expect(`${HEAD}${rows.join('\n')}\n`).toMatchFileSnapshot('../../docs/refusals.md');
});

test('a call has one response for each status, with the codes that are its own', async () => {
  const responses = await responsesOf('/api/quote', 'post');
  expect(Object.keys(responses)).toEqual(
    expect.arrayContaining(['200', '400', '409', '413', '415', '429', '500', '503']),
  );
  const { schema } = responses['409']?.content['application/json'] ?? {};
  expect(schema?.anyOf).toEqual(
    ['MealSoldOut', 'MealUnavailable', 'PastCutoff', 'PreviewUsedUp', 'SaleClosed'].map((name) => ({
      $ref: `#/components/schemas/${name}Refusal`,
    })),
  );
});

/** For a row of a closure, which is shown with the code; and of the health check, which is no call. */
const OF_NO_CALL = [
  'cancelled',
  'moved_meanwhile',
  'not_joined',
  'not_ready',
  'past',
  'warm_twice',
];

test('every code is one that a call may answer with', async () => {
  const description = (await t.app.inject('/api/openapi.json')).json<{
    components: { schemas: Record<string, { properties?: { code?: { const?: string } } }> };
  }>();
  const answered = Object.values(description.components.schemas).map(
    ({ properties }) => properties?.code?.const,
  );
  const unused = Object.keys(declaredRefusals).filter((code) => !answered.includes(code));
  expect(unused.toSorted()).toEqual(OF_NO_CALL);
});

test('a call answers with no code that it does not declare', async () => {
  const own = await startTestApp({ isOwn: true });
  const call = endpoint({
    method: 'GET',
    path: '/api/undeclared',
    access: 'public',
    summary: 'For this test',
    reply: z.void(),
  });
  try {
    route(own.app, call, () => Promise.reject(new Conflict('slot_full', 'Full')));
    const { statusCode, body } = await own.app.inject('/api/undeclared');
    expect([statusCode, body]).toEqual([
      500,
      expect.stringContaining('does not declare slot_full'),
    ]);
  } finally {
    await own.close();
  }
});
