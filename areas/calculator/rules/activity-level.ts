/**
 * How active someone is, and the factor for their energy at rest. Spec 9; a convention in dietetics without one primary
 * study.
 */

export const ACTIVITY_LEVELS = [
  'sedentary',
  'lightly-active',
  'moderately-active',
  'very-active',
  'extra-active',
] as const;
export type ActivityLevel = (typeof ACTIVITY_LEVELS)[number];

type Activity = { label: string; multiplier: number; example: string };

export const ACTIVITIES: Record<ActivityLevel, Activity> = {
  sedentary: {
    label: 'Sedentary',
    multiplier: 1.2,
    example: 'Mostly sitting, with little walking and no exercise',
  },
  'lightly-active': {
    label: 'Lightly Active',
    multiplier: 1.375,
    example: 'A desk job with walks, or light exercise 1 to 3 days a week',
  },
  'moderately-active': {
    label: 'Moderately Active',
    multiplier: 1.55,
    example: 'On your feet for much of the day, or exercise 3 to 5 days a week',
  },
  'very-active': {
    label: 'Very Active',
    multiplier: 1.725,
    example: 'Physical work, or hard exercise 6 to 7 days a week',
  },
  'extra-active': {
    label: 'Extra Active',
    multiplier: 1.9,
    example: 'Heavy physical work, or training twice a day',
  },
};

/** The levels are 0.175 apart; rounding to whole kcal changes the quotient by far less than this. */
const MULTIPLIER_TOLERANCE = 0.01;

/** By its label, in any case; null for others. */
export function parseActivityLabel(text: string): ActivityLevel | null {
  const sought = text.trim().toLowerCase();
  return ACTIVITY_LEVELS.find((level) => ACTIVITIES[level].label.toLowerCase() === sought) ?? null;
}

/** The level with this multiplier, such as the quotient of a TDEE and a BMR; null for others. */
export function activityOfMultiplier(multiplier: number): ActivityLevel | null {
  return (
    ACTIVITY_LEVELS.find(
      (level) => Math.abs(ACTIVITIES[level].multiplier - multiplier) <= MULTIPLIER_TOLERANCE,
    ) ?? null
  );
}
