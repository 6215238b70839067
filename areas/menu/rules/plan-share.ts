/**
 * What our meals give of a plan. Joined with the choice of a plan, goals and the energy of meals would be in the first load of
 * /order.
 */

/** What lunch and dinner each give of a plan. */
export const SHARE_OF_EACH = 0.3;
export const BOTH = 2;
/** A second helping is about as much as a meal of the largest plan. */
export const SECOND_HELPING_KCAL = 540;

/** What our meals of a day give of a plan: lunch and dinner 720 of 1200, 900 of 1500, 1080 of 1800; one of them half. */
export function planServiceKcal(planCalories: number, services = BOTH): number {
  return Math.round(SHARE_OF_EACH * services * planCalories);
}

/** What a day's meals from us should add up to, with the second helpings that the calculator advised. */
export function dayServiceKcal(
  person: { calorieTarget: number; secondHelpings?: number | undefined },
  services = BOTH,
): number {
  const helpingsKcal = SECOND_HELPING_KCAL * (person.secondHelpings ?? 0);
  return planServiceKcal(person.calorieTarget, services) + helpingsKcal;
}
