/** Who puts a calorie recommendation into words: we ourselves, or a language model that may only reword what we computed. */
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
