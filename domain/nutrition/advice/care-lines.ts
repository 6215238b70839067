/** What the calculator always says, in fixed words: for whom it is not, what it is not, and where help is. Ours. */

export const ADULTS_ONLY =
  'This calculator is for adults. If you are under 18, please talk to a parent, your GP or an Accredited Practising Dietitian.';

/** Above the form. */
export const NOT_FOR_EVERYONE =
  'Not for use in pregnancy or while breastfeeding, or with an eating disorder, diabetes treated with insulin, kidney disease or after weight-loss surgery. Please ask your GP or dietitian.';

/** Beside the numbers. */
export const ESTIMATE_ONLY =
  'An estimate from published formulas for healthy adults. It is not medical advice. Your needs may differ by 10% or more.';

/** In the foot of the page; in the advisory card when `needsEatingSupport` says so. */
export const EATING_SUPPORT =
  'If food or your body is on your mind too much, Butterfly can help: 1800 33 4673 (1800 ED HOPE), 8 am to midnight, 7 days.';

export const MORE_SUPPORT =
  'Lifeline 13 11 14. Health advice from healthdirect 1800 022 222. In an emergency call 000.';

/** Beside an estimated body fat; 9 points are two standard errors of the formula. */
export const ESTIMATED_BODY_FAT_NOTE =
  'Estimated, plus or minus about 9 points; less fitting for muscular people.';

/** Beside the BMI. */
export const BMI_NOTE =
  'BMI does not see muscle. For people of Asian background, health risks can rise from a BMI of 23.';
