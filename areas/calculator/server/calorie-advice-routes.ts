import type { FastifyInstance } from 'fastify';
import {
  recommendCalories,
  type CalorieAdviceReply,
  type CalorieAdviceRequest,
} from '#areas/calculator/calls/calorie-advice.ts';
import type { Context } from '#platform/server/context.ts';
import { route } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import {
  EATING_SUPPORT,
  ESTIMATE_ONLY,
  healthAdvisories,
  isHarmful,
  needsEatingSupport,
} from '#areas/calculator/rules/health-advisory.ts';
import { buildRecommendation } from '#areas/calculator/rules/recommendation.ts';
import { builtInWording } from './model-wording.ts';
import { ServiceError, InvalidRequest } from '#platform/server/errors.ts';
import {
  type ActivityLevel,
  activityOfMultiplier,
  parseActivityLabel,
  GENDERS,
  type CalculatorProfile,
  type ProfileDraft,
} from '#areas/calculator/rules/calculator-profile.ts';
import { checkProfile, completeProfile } from '#areas/calculator/rules/check-profile.ts';
import { parseGoal } from '#areas/menu/rules/meal-plan.ts';

export function registerCalorieAdviceRoutes(app: FastifyInstance, context: Context): void {
  route(app, recommendCalories, async ({ body, reply }) => {
    await throttleCaller(context, 'advice', reply.request);
    return adviseCalories(context, body);
  });
}

/**
 * Computes and answers; stores nothing. Throws InvalidRequest; 422 with the advisory's code and text when the goal
 * would be harmful.
 */
async function adviseCalories(
  context: Pick<Context, 'site' | 'wording'>,
  request: CalorieAdviceRequest,
): Promise<CalorieAdviceReply> {
  const profile = readProfile(request);
  const blocking = healthAdvisories(profile).find(isHarmful);
  if (blocking) throw new ServiceError(422, blocking.code, blocking.text);
  const { business } = await context.site.current();
  const recommendation = buildRecommendation(profile, business);
  const needsSupport = needsEatingSupport(profile);
  const isDelicate = needsSupport || recommendation.noSafeDeficit;
  const wording = isDelicate || request.useAdviser === false ? builtInWording : context.wording;
  const { paragraphs, source } = await wording.explain(profile.goal, recommendation, business);
  return {
    ...recommendation,
    explanation: paragraphs.join('\n\n'),
    explanationSource: source,
    disclaimer: ESTIMATE_ONLY,
    support: needsSupport ? EATING_SUPPORT : null,
    engineVersion: '1',
  };
}

/** Throws InvalidRequest with the spec's field names. */
function readProfile(request: CalorieAdviceRequest): CalculatorProfile {
  const draft = toDraft(request);
  const profile = completeProfile(draft);
  if (profile) return profile;
  const messages = checkProfile(draft).map(({ field, message }) => [field, message]);
  throw new InvalidRequest(Object.fromEntries(messages));
}

function toDraft(request: CalorieAdviceRequest): ProfileDraft {
  const gender = request.gender.trim().toLowerCase();
  return {
    ageYears: request.age,
    gender: GENDERS.find((known) => known === gender) ?? null,
    heightCm: request.height,
    weightKg: request.weight,
    knowsBodyFat: request.bodyFat !== null,
    bodyFatPercent: request.bodyFat,
    activityLevel: readActivity(request),
    goal: parseGoal(request.goal),
    targetWeightKg: request.targetWeight,
    hasRecentDiet: request.hasRecentDiet,
    trainingDays: request.useCalorieCycling ? (request.trainingDaysCount ?? 0) : null,
  };
}

function readActivity({ activityLevel, bmr, tdee }: CalorieAdviceRequest): ActivityLevel | null {
  return parseActivityLabel(activityLevel) ?? activityOfMultiplier((tdee ?? 0) / (bmr ?? 0));
}
