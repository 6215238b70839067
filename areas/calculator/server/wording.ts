/** Our own words for a calorie recommendation. */
import { explainRecommendation } from '#areas/calculator/rules/explanation.ts';
import type { Wording } from '#areas/calculator/server/wording-port.ts';

export const builtInWording = {
  adviser: null,
  explain: async (goal, recommendation) => ({
    paragraphs: explainRecommendation(goal, recommendation),
    source: 'template',
  }),
} satisfies Wording;
