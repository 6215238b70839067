/** Our own words for a calorie recommendation. */
import { explainRecommendation } from '#domain/nutrition/advice/explanation.ts';
import type { Wording } from '#server/ports/wording.ts';

export const builtInWording = {
  adviser: null,
  explain: async (goal, recommendation) => ({
    paragraphs: explainRecommendation(goal, recommendation),
    source: 'template',
  }),
} satisfies Wording;
