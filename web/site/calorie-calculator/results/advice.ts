/** The recommendation as the page shows it, wherever it came from. */
import type { CalorieAdviceReply } from '#contract/calorie-advice.ts';
import type { CalculatorProfile } from '#domain/nutrition/body/calculator-profile.ts';
import { explainRecommendation } from '#domain/nutrition/advice/explanation.ts';
import { needsEatingSupport } from '#domain/nutrition/advice/health-advisory.ts';
import { type Recommendation, recommendCalories } from '#domain/nutrition/energy/recommendation.ts';

export type Advice = {
  recommendation: Recommendation;
  /** The first is the answer in one sentence. */
  paragraphs: string[];
  /** `browser`: the kitchen could not be asked, or the visitor moved the calories by hand. */
  source: 'template' | 'model' | 'browser';
  needsSupport: boolean;
};

export function adviceFrom(reply: CalorieAdviceReply): Advice {
  const { explanation, explanationSource, support, ...recommendation } = reply;
  return {
    recommendation,
    paragraphs: explanation.split('\n\n'),
    source: explanationSource,
    needsSupport: support !== null,
  };
}

/** By the very rules that the server uses. `adjustment`: kcal a day by hand. */
export function adviceOfOurOwn(
  profile: CalculatorProfile,
  plans: readonly number[],
  adjustment = 0,
): Advice {
  const recommendation = recommendCalories(profile, plans, adjustment);
  return {
    recommendation,
    paragraphs: explainRecommendation(profile.goal, recommendation),
    source: 'browser',
    needsSupport: needsEatingSupport(profile),
  };
}
