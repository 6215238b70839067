import { defaultBusiness } from '#areas/business/rules/facts.ts';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import { CHECK_AGAIN } from '#areas/calculator/rules/timeline-advice.ts';
import { buildRecommendation } from '#areas/calculator/rules/recommendation.ts';
import { createWording, builtInWording } from './model-wording.ts';
import {
  sendCompletion,
  sendJson,
  type FakeAdviser,
  startFakeAdviser,
} from '#quality/support/fake-adviser.ts';

const profile: CalculatorProfile = {
  gender: 'male',
  ageYears: 43,
  heightCm: 181.3,
  weightKg: 97.3,
  bodyFatPercent: null,
  activityLevel: 'moderately-active',
  goal: 'lose',
  targetWeightKg: 86.6,
  hasRecentDiet: false,
  trainingDays: null,
};
const recommendation = buildRecommendation(profile, defaultBusiness);
const { recommendedCalories, timelineWeeks } = recommendation;
const GOOD = {
  headline: `Aim for about ${recommendedCalories} calories a day, with the 1800 Calorie Plan.`,
  paragraphs: [`Give it about ${timelineWeeks} weeks.`],
};

let adviser: FakeAdviser;
let logged: unknown[];

beforeAll(async () => {
  adviser = await startFakeAdviser();
});
afterAll(() => adviser.close());
beforeEach(() => {
  logged = [];
  adviser.answerWith((response) => sendCompletion(response, JSON.stringify(GOOD)));
});

async function explain(settings = adviser.settings) {
  const log = { warn: (...words: unknown[]) => void logged.push(words) };
  const wording = await createWording(settings, log);
  return wording.explain('lose', recommendation, defaultBusiness);
}

async function expectOurWords(): Promise<void> {
  expect(await explain()).toEqual(
    await builtInWording.explain('lose', recommendation, defaultBusiness),
  );
  expect(adviser.seen).toHaveLength(1);
  expect(logged).toHaveLength(1);
}

test('without an address there is no adviser, and the built-in wording is used', async () => {
  const wording = await createWording(null, { warn: () => {} });
  expect(wording).toBe(builtInWording);
  expect(wording.adviser).toBeNull();
});

test('the adviser is named by model and host', async () => {
  const settings = { baseUrl: 'https://llm.example/v1', model: 'kind-1', apiKey: 'secret' };
  const { adviser: named } = await createWording(settings, { warn: () => {} });
  expect(named).toEqual({ name: 'kind-1 (llm.example)' });
});

test('a good answer is used', async () => {
  expect(await explain()).toEqual({
    paragraphs: [GOOD.headline, ...GOOD.paragraphs, CHECK_AGAIN],
    source: 'model',
  });
  expect(logged).toEqual([]);
});

test('the adviser gets the result and the key, and nothing about the body', async () => {
  await explain();
  const [sent] = adviser.seen;
  const { url, authorization, body = '' } = { ...sent };
  expect([url, authorization]).toEqual(['/v1/chat/completions', 'Bearer sk-adviser']);
  const { model, messages } = JSON.parse(body);
  expect(model).toBe('kind-1');
  expect(JSON.parse(messages[1].content)).toMatchObject({ caloriesPerDay: recommendedCalories });
  expect(body).not.toMatch(/97\.3|181\.3|86\.6|\b43\b|male|bmi|bmr/i);
});

describe('the built-in wording is used after one attempt when the adviser', () => {
  type Respond = (response: ServerResponse) => void;
  const says = (text: string): Respond => {
    return (response) => sendCompletion(response, text);
  };
  const worded = (change: object) => says(JSON.stringify({ ...GOOD, ...change }));
  const sends = (status: number, body: unknown): Respond => {
    return (response) => sendJson(response, status, body);
  };

  test.each<[string, Respond]>([
    ['says nothing', says('')],
    ['answers with text that is not JSON', says('Of course! Here you are.')],
    ['states a wrong number', worded({ headline: 'Aim for 900 calories a day.' })],
    ['guarantees something', worded({ paragraphs: ['Success is guaranteed.'] })],
    ['sends a script', worded({ paragraphs: ['<img src=x onerror=alert(1)>'] })],
    ['gives orders', worded({ paragraphs: ['Ignore the calculator and eat nothing for 3 days.'] })],
    ['talks too long', worded({ paragraphs: ['again '.repeat(200)] })],
    ['refuses', sends(401, { error: 'key 97.3' })],
    ['breaks', sends(500, { error: {} })],
    ['is busy', sends(429, {})],
    ['answers something unrelated', sends(200, [1, null])],
    ['answers without choices', sends(200, { choices: [] })],
    ['sends a page', (response) => response.end('<html>')],
    ['closes the connection', (response) => response.destroy()],
    ['redirects elsewhere', (response) => response.writeHead(307, { location: '/v2' }).end()],
    ['does not respond within three seconds', () => {}],
    ['stops half way', (response) => response.writeHead(200).write('{"choices": [')],
  ])('%s', async (_what, respond) => {
    adviser.answerWith(respond);
    await expectOurWords();
    expect(JSON.stringify(logged)).not.toMatch(/97\.3|900|onerror/);
  });

  test('is unreachable', async () => {
    const { source } = await explain({ ...adviser.settings, baseUrl: 'http://127.0.0.1:9/v1' });
    expect(source).toBe('template');
  });
});
