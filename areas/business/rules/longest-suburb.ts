/** That someone may ask about. Apart from the rules, so that pages load no more than it. Ours. */
export const LONGEST_SUBURB = 80;
