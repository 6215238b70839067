import { defaultBusiness } from '#areas/business/rules/facts.ts';
import {
  anything,
  assert,
  asyncProperty,
  constantFrom,
  dictionary,
  double,
  oneof,
  record,
  string,
} from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CalorieAdviceReply } from '#areas/calculator/calls/calorie-advice.ts';
import { ADULTS_ONLY } from '#areas/calculator/rules/health-advisory.ts';
import { PROFILE_MESSAGES } from '#areas/calculator/rules/check-profile.ts';
import { buildRecommendation } from '#areas/calculator/rules/recommendation.ts';
import { buildApp } from '#app/server/app.ts';
import { createWording } from './model-wording.ts';
import { throttleCounters } from '#platform/server/db/tables/throttle-counters.ts';
import { A_PROFILE } from '#quality/support/a-profile.ts';
import {
  sendCompletion,
  type FakeAdviser,
  startFakeAdviser,
} from '#quality/support/fake-adviser.ts';
import { howMany } from '#quality/support/random/how-many.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const PATH = '/api/ai-calorie-recommendation';

/** A_PROFILE as the browser sends it: the spec's payload, including the browser's own results. */
const REQUEST = {
  age: 35,
  gender: 'female',
  height: 165,
  weight: 80,
  bodyFat: null,
  estimatedBodyFat: 40.8,
  activityLevel: 'Lightly Active',
  goal: 'Lose Weight',
  targetWeight: 70,
  bmr: 1495.25,
  tdee: 2055.97,
  hasRecentDiet: false,
  useCalorieCycling: false,
  trainingDaysCount: 0,
};

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const ask = (change: object = {}, app = t.app) =>
  app.inject({ method: 'POST', url: PATH, body: { ...REQUEST, ...change } });
const askRaw = (payload: string) =>
  t.app.inject({
    method: 'POST',
    url: PATH,
    headers: { 'content-type': 'application/json' },
    payload,
  });

describe('a recommendation', () => {
  test('has the fields of the spec and ours, and is not stored', async () => {
    const reply = await ask();
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(reply.json()).toEqual({
      ...buildRecommendation(A_PROFILE, defaultBusiness),
      explanation: expect.stringMatching(/^To lose weight gently, aim for about 1560 calories/),
      explanationSource: 'template',
      disclaimer: expect.stringContaining('not medical advice'),
      support: null,
      engineVersion: '1',
    });
  });

  test('ignores what the browser computed', async () => {
    const lied = await ask({ bmr: 9000, tdee: 90_000, estimatedBodyFat: 3 });
    expect(lied.json()).toEqual((await ask()).json());
  });

  test('takes known body fat, training days and a strict diet into account', async () => {
    expect((await ask({ bodyFat: 38 })).json()).toMatchObject({ recommendedCalories: 1480 });
    const cycling = await ask({ useCalorieCycling: true, trainingDaysCount: 4 });
    expect(cycling.json().cycling).toEqual({ trainingDayCalories: 1690, restDayCalories: 1387 });
    const dieted = (await ask({ hasRecentDiet: true })).json();
    expect(dieted).toMatchObject({ adaptation: 120, recommendedCalories: 1690 });
    expect(dieted.support).toContain('Butterfly');
  });

  test.each([
    ['plain keys and other capitals', { goal: 'lose', gender: 'Female' }],
    ['numbers as typed text', { age: '35', height: '165', weight: '80.0', bodyFat: '' }],
    [
      'an unknown label, with numbers that decide',
      { activityLevel: 'A bit', bmr: 1495, tdee: 2056 },
    ],
    ['unknown fields', { useBodyFat: false, timeline: 'slow' }],
  ])('takes %s', async (_what, change) => {
    const reply = await ask(change);
    expect([reply.statusCode, reply.json().recommendedCalories], reply.body).toEqual([200, 1560]);
  });

  test('maintaining needs no target', async () => {
    const reply = await ask({ goal: 'Maintain Weight', targetWeight: null });
    expect(reply.json()).toMatchObject({ timeline: 'Ongoing', weeklyWeightChange: 0 });
  });
});

describe('refused with 400 and the name of the field is', () => {
  test.each<[string, object, string]>([
    ['age', { age: undefined }, PROFILE_MESSAGES.age],
    ['age', { age: 17 }, ADULTS_ONLY],
    ['age', { age: 101 }, PROFILE_MESSAGES.age],
    ['age', { age: -35 }, PROFILE_MESSAGES.age],
    ['age', { age: 'NaN' }, PROFILE_MESSAGES.age],
    ['age', { age: [35] }, PROFILE_MESSAGES.age],
    ['gender', { gender: '' }, PROFILE_MESSAGES.gender],
    ['gender', { gender: 7 }, PROFILE_MESSAGES.gender],
    ['height', { height: 0 }, PROFILE_MESSAGES.height],
    ['height', { height: '1e309' }, PROFILE_MESSAGES.height],
    ['weight', { weight: '' }, PROFILE_MESSAGES.weight],
    ['weight', { weight: 'eighty' }, PROFILE_MESSAGES.weight],
    ['weight', { weight: true }, PROFILE_MESSAGES.weight],
    ['bodyFat', { bodyFat: 0 }, PROFILE_MESSAGES.bodyFat],
    ['bodyFat', { bodyFat: 50 }, PROFILE_MESSAGES.bodyFat],
    [
      'activityLevel',
      { activityLevel: 'Couch', bmr: 1000, tdee: 1000 },
      PROFILE_MESSAGES.activityLevel,
    ],
    ['activityLevel', { activityLevel: null, bmr: 0, tdee: 0 }, PROFILE_MESSAGES.activityLevel],
    ['goal', { goal: undefined }, PROFILE_MESSAGES.goal],
    ['goal', { goal: 'Shrink' }, PROFILE_MESSAGES.goal],
    ['goal', { goal: {} }, PROFILE_MESSAGES.goal],
    ['targetWeight', { targetWeight: null }, PROFILE_MESSAGES.targetWeight],
    [
      'targetWeight',
      { targetWeight: 80 },
      'Target weight should be lower than current weight for weight loss',
    ],
    [
      'targetWeight',
      { goal: 'gain', targetWeight: 80 },
      'Target weight should be higher than current weight for weight gain',
    ],
    [
      'trainingDaysCount',
      { useCalorieCycling: true, trainingDaysCount: 8 },
      PROFILE_MESSAGES.trainingDaysCount,
    ],
    ['hasRecentDiet', { hasRecentDiet: 'yes' }, 'Please send true or false.'],
  ])('%s for %j', async (field, change, message) => {
    const reply = await ask(change);
    expect(reply.statusCode, reply.body).toBe(400);
    expect(reply.json().fields).toEqual({ [field]: message });
  });

  test('everything that is wrong, at once', async () => {
    const reply = await ask({ age: 5, height: 'tall', goal: '' });
    expect(Object.keys(reply.json().fields)).toEqual(['age', 'height', 'goal']);
  });

  test.each(['', '{', 'null', '[]', '"x"', '{"age":1e309}', '{"age":NaN}'])(
    'the body %j',
    async (payload) => {
      expect((await askRaw(payload)).statusCode).toBe(400);
    },
  );
});

describe('refused with 422, a code and kind words, but without numbers of a plan is', () => {
  test.each([
    ['underweight-lose', { weight: 45, targetWeight: 44 }],
    ['underweight-lose', { weight: 45, targetWeight: null }],
    ['obese-gain', { weight: 90, goal: 'Gain Weight', targetWeight: 95 }],
    ['target-underweight', { targetWeight: 48 }],
    ['target-obese', { weight: 65, goal: 'Gain Weight', targetWeight: 100 }],
  ])('%s', async (code, change) => {
    const reply = await ask(change);
    expect(reply.statusCode, reply.body).toBe(422);
    expect(reply.json()).toEqual({ code, message: expect.any(String) });
  });

  test('but gaining while overweight is only warned about', async () => {
    const reply = await ask({ goal: 'gain', weight: 75, targetWeight: 78 });
    expect(reply.statusCode).toBe(200);
    expect(reply.json().advisories[0]).toMatchObject({ type: 'warning', code: 'overweight-gain' });
  });
});

test('random payloads are answered or refused, without a 500 or a NaN', async () => {
  const strange = oneof(
    anything({ maxDepth: 1 }),
    double(),
    string(),
    constantFrom(0, -1, 1e308, '1e309', 'NaN', 'Infinity', '', null, true, '__proto__'),
  );
  const kilograms = double({ min: 29, max: 200, noNaN: true });
  const plausible = record({
    age: double({ min: 16, max: 102, noNaN: true }),
    gender: constantFrom('male', 'female', 'Female'),
    height: double({ min: 118, max: 232, noNaN: true }),
    weight: kilograms,
    bodyFat: oneof(constantFrom(null), double({ min: -1, max: 51, noNaN: true })),
    activityLevel: constantFrom('Sedentary', 'Lightly Active', 'Extra Active', 'x'),
    goal: constantFrom('Lose Weight', 'Maintain Weight', 'Gain Weight', 'lose', 'gain'),
    targetWeight: kilograms,
    hasRecentDiet: constantFrom(true, false),
    useCalorieCycling: constantFrom(true, false),
    trainingDaysCount: constantFrom(0, 1, 3, 6, 7, 8),
  });
  const mutated = dictionary(constantFrom(...Object.keys(REQUEST)), strange, { maxKeys: 3 });
  const seen = { 200: 0, 400: 0, 422: 0 };
  await assert(
    asyncProperty(
      plausible,
      oneof({ arbitrary: constantFrom({}), weight: 2 }, mutated),
      async (body, change) => {
        const payload = toJson({ ...REQUEST, ...body, ...change });
        const reply = await askRaw(payload);
        const status = reply.statusCode as keyof typeof seen;
        expect(Object.keys(seen).map(Number), `${payload} ${reply.body}`).toContain(status);
        seen[status] += 1;
        expect(reply.body).not.toMatch(/NaN|Infinity|undefined/);
        if (status === 200) CalorieAdviceReply.parse(reply.json());
        if (status === 400) expect(Object.keys(reply.json().fields)).not.toEqual([]);
      },
    ),
    { numRuns: howMany(10_000) },
  );
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(howMany(200));
}, 120_000);

describe('with an adviser', () => {
  const appOptions = { log: null, isHttps: false, isDev: false, sandbox: null };
  let adviser: FakeAdviser;
  let app: TestApp['app'];

  beforeAll(async () => {
    adviser = await startFakeAdviser();
    const wording = await createWording(adviser.settings, t.context.log);
    app = await buildApp({ ...t.context, wording }, appOptions);
  });
  afterAll(async () => {
    await app.close();
    adviser.close();
  });
  beforeEach(() => {
    const words = { headline: 'Aim for 1,560 calories a day.', paragraphs: ['Kind words.'] };
    adviser.answerWith((response) => sendCompletion(response, JSON.stringify(words)));
  });

  test('its wording replaces ours, and visitors can see its name first', async () => {
    const { host } = new URL(adviser.settings.baseUrl);
    expect((await app.inject('/api/config')).json().adviser).toEqual({ name: `kind-1 (${host})` });
    expect((await ask({}, app)).json()).toMatchObject({
      explanation: expect.stringMatching(/^Aim for 1,560 calories a day\.\n\nKind words\.\n\n/),
      explanationSource: 'model',
      recommendedCalories: 1560,
    });
  });

  test('it is not asked when the visitor says no, nor when eating may be a concern', async () => {
    const careful = [
      { useAdviser: false },
      { hasRecentDiet: true },
      { age: 70, height: 150, weight: 50, targetWeight: 46, activityLevel: 'Sedentary' },
      { weight: 48, goal: 'maintain' },
      { weight: 48, goal: 'gain', targetWeight: 49 },
    ];
    for (const change of careful) {
      expect((await ask(change, app)).json().explanationSource).toBe('template');
    }
    expect((await ask({ targetWeight: 48 }, app)).statusCode).toBe(422);
    expect(adviser.seen).toEqual([]);
  });

  test('without one, no name is shown', async () => {
    expect((await t.app.inject('/api/config')).json().adviser).toBeNull();
  });
});

test('the log contains nothing about the body, whatever goes wrong', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const nobody = { baseUrl: 'http://127.0.0.1:9/v1', model: 'kind-1', apiKey: null };
  const wording = await createWording(nobody, log);
  const appOptions = { log, isHttps: false, isDev: false, sandbox: null };
  let isSiteBroken = false;
  const site = {
    ...t.context.site,
    async current() {
      if (isSiteBroken) throw new Error('the site is broken');
      return t.context.site.current();
    },
  };
  const app = await buildApp({ ...t.context, site, log, wording }, appOptions);
  const body = { age: 43, height: 171.37, weight: 88.61, targetWeight: 77.19, bodyFat: 31.73 };
  const changes = [{}, { goal: 'x' }, { age: 'NaN' }, { weight: 45.21 }, { hasRecentDiet: true }];
  const statuses: number[] = [];
  for (const change of changes) statuses.push((await ask({ ...body, ...change }, app)).statusCode);
  isSiteBroken = true;
  statuses.push((await ask(body, app)).statusCode);
  await app.close();
  expect(statuses).toEqual([200, 400, 400, 422, 200, 500]);
  expect(lines.join('')).toContain('request failed');
  expect(lines.join('')).toContain('the wording from the adviser was rejected');
  expect(lines.join('')).not.toMatch(/171\.37|88\.61|77\.19|31\.73|45\.21|underweight|"age"/);
});

test('a flood from one address is refused with the time to wait, and stores nothing about the body', async () => {
  const flooded = await startTestApp({ throttle: true });
  const from = (remoteAddress: string) =>
    flooded.app.inject({ method: 'POST', url: PATH, remoteAddress, body: REQUEST });
  const replies = await Promise.all(Array.from({ length: 70 }, () => from('203.0.113.7')));
  const refused = replies.filter((reply) => reply.statusCode === 429);
  expect([refused.length, refused[0]?.headers['retry-after']]).toEqual([10, '600']);
  expect((await from('203.0.113.8')).statusCode).toBe(200);
  const counters = await flooded.context.db.select().from(throttleCounters);
  expect(JSON.stringify(counters)).not.toMatch(/203\.0\.113|165|female/);
  await flooded.close();
});

/** JSON as a careless client writes it: values JSON cannot express become strings. */
function toJson(body: object): string {
  try {
    return JSON.stringify(body, (_key, value: unknown) =>
      typeof value === 'bigint' || typeof value === 'symbol' ? String(value) : value,
    );
  } catch {
    return '{}';
  }
}
