/**
 * What the calculator always says, in fixed words: whom it is not for, what it is not, and where to find help. Ours.
 */

export const ADULTS_ONLY =
  'This calculator is for adults. If you are under 18, please talk to a parent, your GP or an Accredited Practising Dietitian.';

/** Above the form. */
export const NOT_FOR_EVERYONE =
  'Not for use if you are pregnant or breastfeeding, have an eating disorder, diabetes treated with insulin or kidney disease, or have had weight-loss surgery. Please ask your GP or dietitian.';

/** Beside the numbers. */
export const ESTIMATE_ONLY =
  'An estimate from published formulas for healthy adults. It is not medical advice. Your needs may differ by 10% or more.';

/** At the foot of the page; in the advisory card if `needsEatingSupport` says so. */
export const EATING_SUPPORT =
  'If you are worried about food or your body, Butterfly can help: 1800 33 4673 (1800 ED HOPE), 8am to midnight, 7 days.';

export const MORE_SUPPORT =
  'Lifeline 13 11 14. Health advice from healthdirect 1800 022 222. In an emergency call 000.';

/** Beside an estimated body fat; 9 points are two standard errors of the formula. */
export const ESTIMATED_BODY_FAT_NOTE =
  'Estimated, plus or minus about 9 points; less accurate for muscular people.';

/** Beside the BMI. */
export const BMI_NOTE =
  'BMI does not account for muscle. For people of Asian background, health risks can rise from a BMI of 23.';
