export const LONGEST_SUBURB = 80;
