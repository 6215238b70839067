/** The recommendation as the page shows it, from either source. */
import type { CalorieAdviceReply } from '#areas/calculator/calls/calorie-advice.ts';
import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import { explainRecommendation } from '#areas/calculator/rules/explanation.ts';
import { needsEatingSupport } from '#areas/calculator/rules/health-advisory.ts';
import {
  type Recommendation,
  buildRecommendation,
} from '#areas/calculator/rules/energy/recommendation.ts';

export type Advice = {
  recommendation: Recommendation;
  /** The first is the answer in one sentence. */
  paragraphs: string[];
  /** `browser`: the server could not be reached, or the visitor adjusted the calories. */
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

/** By the same rules that the server uses. `adjustment`: manual change in kcal a day. */
export function adviceOfOurOwn(
  profile: CalculatorProfile,
  plans: readonly number[],
  adjustment = 0,
): Advice {
  const recommendation = buildRecommendation(profile, plans, adjustment);
  return {
    recommendation,
    paragraphs: explainRecommendation(profile.goal, recommendation),
    source: 'browser',
    needsSupport: needsEatingSupport(profile),
  };
}
