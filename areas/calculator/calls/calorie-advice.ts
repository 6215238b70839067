import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { parseNumber } from '#areas/calculator/rules/calculator-profile.ts';
import { PROFILE_MESSAGES } from '#areas/calculator/rules/check-profile.ts';

/** A number, or text as typed. Null when missing, NaN when the text is not a number. */
function numberField(message: string) {
  return z
    .union([z.number(), z.string().max(40)], message)
    .nullish()
    .transform((sent) => (typeof sent === 'string' ? parseNumber(sent) : (sent ?? null)));
}

function label(message: string) {
  return z
    .string(message)
    .max(60, message)
    .nullish()
    .transform((sent) => sent ?? '');
}

const Answer = z
  .boolean('Please send true or false.')
  .nullish()
  .transform((sent) => sent ?? false);

const CLIENT_NUMBER = 'Please send a number.';

/**
 * The spec's payload. `checkProfile` checks its values. bmr, tdee and estimatedBodyFat are recalculated; at most they
 * show how active someone with an unknown activity label is.
 */
export const CalorieAdviceRequest = z.object({
  age: numberField(PROFILE_MESSAGES.age),
  gender: label(PROFILE_MESSAGES.gender),
  height: numberField(PROFILE_MESSAGES.height),
  weight: numberField(PROFILE_MESSAGES.weight),
  /** Missing: not known. */
  bodyFat: numberField(PROFILE_MESSAGES.bodyFat),
  estimatedBodyFat: numberField(CLIENT_NUMBER),
  activityLevel: label(PROFILE_MESSAGES.activityLevel),
  goal: label(PROFILE_MESSAGES.goal),
  targetWeight: numberField(PROFILE_MESSAGES.targetWeight),
  bmr: numberField(CLIENT_NUMBER),
  tdee: numberField(CLIENT_NUMBER),
  hasRecentDiet: Answer,
  useCalorieCycling: Answer,
  trainingDaysCount: numberField(PROFILE_MESSAGES.trainingDaysCount),
  /** False: nothing is sent to the adviser that `GET /api/config` names, even if there is one. */
  useAdviser: z.boolean('Please send true or false.').optional(),
});
export type CalorieAdviceRequest = z.output<typeof CalorieAdviceRequest>;

const MacroTarget = z.object({ grams: z.int(), percentage: z.int() });

export const CalorieAdviceReply = z.object({
  recommendedCalories: z.int(),
  recommendedPlan: z.string(),
  timeline: z.string(),
  weeklyWeightChange: z.number().nullable(),
  macros: z.object({ protein: MacroTarget, carbs: MacroTarget, fat: MacroTarget }),
  // The spec's fields end here.
  planCalories: z.int(),
  sharePct: z.int(),
  serviceKcal: z.int(),
  perMealKcal: z.int(),
  restOfDayKcal: z.int(),
  extraMeals: z.int(),
  timelineWeeks: z.int().nullable(),
  /** Fewest and most; the most is null when beyond 104 weeks. */
  weeksRange: z.tuple([z.int(), z.int().nullable()]).nullable(),
  floorApplied: z.boolean(),
  noSafeDeficit: z.boolean(),
  adaptation: z.int(),
  cycling: z.object({ trainingDayCalories: z.int(), restDayCalories: z.int() }).nullable(),
  advisories: z.array(
    z.object({ type: z.enum(['error', 'warning', 'info']), code: z.string(), text: z.string() }),
  ),
  /** Paragraphs separated by an empty line; the first is the answer in one sentence. */
  explanation: z.string(),
  explanationSource: z.enum(['template', 'model']),
  /** To be shown beside the numbers. */
  disclaimer: z.string(),
  /** Where to find help with eating, for those who may need it. */
  support: z.string().nullable(),
  engineVersion: z.literal('1'),
});
export type CalorieAdviceReply = z.infer<typeof CalorieAdviceReply>;

export const recommendCalories = endpoint({
  method: 'POST',
  path: '/api/ai-calorie-recommendation',
  access: 'public',
  summary:
    'Calories, plan, macros and time for a goal; 422 with a code if the goal would be harmful. Nothing is stored',
  refusals: ['obese-gain', 'target-obese', 'target-underweight', 'underweight-lose'],
  body: CalorieAdviceRequest,
  reply: CalorieAdviceReply,
});
