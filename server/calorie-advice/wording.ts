/** Puts the recommendation into words: built-in text, or a language model that only rewords what we computed. */
import { explainRecommendation } from '#domain/nutrition/advice/explanation.ts';
import type { Goal } from '#domain/nutrition/body/goal.ts';
import type { Recommendation } from '#domain/nutrition/energy/recommendation.ts';

export type Explanation = {
  /** The first paragraph is the answer in one sentence. */
  paragraphs: string[];
  source: 'template' | 'model';
};

export type Wording = {
  /** Shown to visitors before we send it anything; null: no external service. */
  adviser: { name: string } | null;
  explain(goal: Goal, recommendation: Recommendation): Promise<Explanation>;
};

export const builtInWording = {
  adviser: null,
  explain: async (goal, recommendation) => ({
    paragraphs: explainRecommendation(goal, recommendation),
    source: 'template',
  }),
} satisfies Wording;
