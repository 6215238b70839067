import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { parseFigure } from '#domain/nutrition/body/calculator-profile.ts';
import { PROFILE_MESSAGES } from '#domain/nutrition/body/check-profile.ts';

/** A number, or one as it was typed. Null when it is missing, NaN when the text is no number. */
function figure(message: string) {
  return z
    .union([z.number(), z.string().max(40)], message)
    .nullish()
    .transform((sent) => (typeof sent === 'string' ? parseFigure(sent) : (sent ?? null)));
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

const CLIENT_FIGURE = 'Please send a number.';

/**
 * The spec's payload. What it says is checked by `checkProfile`; bmr, tdee and estimatedBodyFat are computed anew, and
 * tell at most how active somebody with an unknown activity label is.
 */
export const CalorieAdviceRequest = z.object({
  age: figure(PROFILE_MESSAGES.age),
  gender: label(PROFILE_MESSAGES.gender),
  height: figure(PROFILE_MESSAGES.height),
  weight: figure(PROFILE_MESSAGES.weight),
  /** Missing: not known. */
  bodyFat: figure(PROFILE_MESSAGES.bodyFat),
  estimatedBodyFat: figure(CLIENT_FIGURE),
  activityLevel: label(PROFILE_MESSAGES.activityLevel),
  goal: label(PROFILE_MESSAGES.goal),
  targetWeight: figure(PROFILE_MESSAGES.targetWeight),
  bmr: figure(CLIENT_FIGURE),
  tdee: figure(CLIENT_FIGURE),
  hasRecentDiet: Answer,
  useCalorieCycling: Answer,
  trainingDaysCount: figure(PROFILE_MESSAGES.trainingDaysCount),
  /** False: nothing goes to the adviser that `GET /api/config` names, even when there is one. */
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
  /** Fewest and most; the most is null when that is beyond 104 weeks. */
  weeksRange: z.tuple([z.int(), z.int().nullable()]).nullable(),
  floorApplied: z.boolean(),
  noSafeDeficit: z.boolean(),
  adaptation: z.int(),
  cycling: z.object({ trainingDayCalories: z.int(), restDayCalories: z.int() }).nullable(),
  advisories: z.array(
    z.object({ type: z.enum(['error', 'warning', 'info']), code: z.string(), text: z.string() }),
  ),
  /** Paragraphs with an empty line between them; the first is the answer in one sentence. */
  explanation: z.string(),
  explanationSource: z.enum(['template', 'model']),
  /** To be shown beside the numbers. */
  disclaimer: z.string(),
  /** Where help with eating is, for those who may need it. */
  support: z.string().nullable(),
  engineVersion: z.literal('1'),
});
export type CalorieAdviceReply = z.infer<typeof CalorieAdviceReply>;

export const recommendCalories = endpoint({
  method: 'POST',
  path: '/api/ai-calorie-recommendation',
  access: 'public',
  summary:
    'Calories, plan, macros and time for a goal; 422 with a code where a goal would do harm. Nothing is stored',
  body: CalorieAdviceRequest,
  reply: CalorieAdviceReply,
});
