/**
 * POST /api/ai-calorie-recommendation beside GET /livez, alternating, and the computation alone. Aim: under 5 ms of
 * server time; the curve well within a 16 ms frame.
 */
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import { buildRecommendation } from '#areas/calculator/rules/recommendation.ts';
import { projectWeight } from '#areas/calculator/rules/weight-projection.ts';
import { startBenchApp } from './bench-app.ts';
import { closedLoop, type LoopResult, median } from './load/closed-loop.ts';
import { httpClient } from './load/http-client.ts';

const ROUNDS = 5;
const TOTAL = 1000;

const profile: CalculatorProfile = {
  gender: 'male',
  ageYears: 42,
  heightCm: 180,
  weightKg: 98,
  bodyFatPercent: null,
  activityLevel: 'moderately-active',
  goal: 'lose',
  targetWeightKg: 85,
  hasRecentDiet: false,
  trainingDays: 3,
};
const request = {
  age: 42,
  gender: 'male',
  height: 180,
  weight: 98,
  bodyFat: null,
  estimatedBodyFat: 31,
  activityLevel: 'Moderately Active',
  goal: 'Lose Weight',
  targetWeight: 85,
  bmr: 1900,
  tdee: 2945,
  hasRecentDiet: false,
  useCalorieCycling: true,
  trainingDaysCount: 3,
};

const alone = await inTurn(
  () => buildRecommendation(profile, defaultBusiness).recommendedCalories === 2450,
);
const curve = await inTurn(() => projectWeight(profile, 2450, 104).length === 105);
say('recommendation, computed', [alone]);
say('curve of 104 weeks with its band, computed', [curve]);

const app = await startBenchApp();
const client = httpClient(app.url, 1);
const advice = () => client.postJson('/api/ai-calorie-recommendation', request);
const livez = () => client.get('/livez');
await overHttp(advice);
await overHttp(livez);
const advices: LoopResult[] = [];
const livezs: LoopResult[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  advices.push(await overHttp(advice));
  livezs.push(await overHttp(livez));
}
say('recommendation over HTTP', advices);
say('GET /livez over HTTP', livezs);
const extraMs =
  median(advices.map(({ p50Ms }) => p50Ms)) - median(livezs.map(({ p50Ms }) => p50Ms));
console.log(`calorie advice: ${extraMs.toFixed(2)} ms more than GET /livez (aim: under 5 ms)`);

client.close();
await app.stop();

function inTurn(compute: () => boolean): Promise<LoopResult> {
  return loop(async () => compute());
}

function overHttp(send: () => Promise<{ status: number }>): Promise<LoopResult> {
  return loop(async () => (await send()).status === 200);
}

async function loop(once: () => Promise<boolean>): Promise<LoopResult> {
  const result = await closedLoop({ total: TOTAL, atOnce: 1 }, once);
  if (result.failures > 0) throw new Error(`${result.failures} of ${TOTAL} failed`);
  return result;
}

function say(what: string, results: LoopResult[]): void {
  const p50 = median(results.map(({ p50Ms }) => p50Ms)).toFixed(2);
  const p99 = median(results.map(({ p99Ms }) => p99Ms)).toFixed(2);
  console.log(`${what}: p50 ${p50} ms, p99 ${p99} ms`);
}
