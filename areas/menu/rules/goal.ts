/** The goal for the weight, and what it adds to the energy of a day. Spec 9. */

export const GOALS = ['lose', 'maintain', 'gain'] as const;
export type Goal = (typeof GOALS)[number];

export const GOAL_LABELS: Record<Goal, string> = {
  lose: 'Lose Weight',
  maintain: 'Maintain Weight',
  gain: 'Gain Weight',
};

/** kcal a day. */
export const GOAL_ADJUSTMENT: Record<Goal, number> = { lose: -500, maintain: 0, gain: 500 };

/** By its key or label, in any case; null for others. */
export function parseGoal(text: string): Goal | null {
  const sought = text.trim().toLowerCase();
  return (
    GOALS.find((goal) => goal === sought || GOAL_LABELS[goal].toLowerCase() === sought) ?? null
  );
}
