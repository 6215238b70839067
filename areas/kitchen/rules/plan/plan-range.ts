/** Delivery dates that one plan may have at most. */
export const LONGEST_PLAN_DAYS = 31;
