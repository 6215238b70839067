/** Who puts a calorie recommendation into words: we ourselves, or a language model that may only reword what we computed. */
import type { ServiceFacts } from '#areas/business/rules/services.ts';
import type { Goal } from '#areas/menu/rules/meal-plan.ts';
import type { Recommendation } from '#areas/calculator/rules/energy/recommendation.ts';

export type Explanation = {
  /** The first paragraph is the answer in one sentence. */
  paragraphs: string[];
  source: 'template' | 'model';
};

export type Wording = {
  /** Shown to visitors before we send it anything; null: no external service. */
  adviser: { name: string } | null;
  explain(goal: Goal, recommendation: Recommendation, facts: ServiceFacts): Promise<Explanation>;
};

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    /** Words calorie recommendations. */
    wording: Wording;
  }
}
