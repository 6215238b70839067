export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
/** A day of a clock that nobody changes: a day with summer time's change is longer or shorter. */
export const DAY_MS = 24 * HOUR_MS;
export const DAYS_IN_WEEK = 7;
