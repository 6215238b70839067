/** What a customer may be offered after we could not leave their meals; `ordering/change/missed-choice.ts` says when. */
export const MISSED_CHOICES = ['again', 'refund', 'call'] as const;
export type MissedChoice = (typeof MISSED_CHOICES)[number];
