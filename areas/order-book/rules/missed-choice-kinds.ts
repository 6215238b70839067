/** What a customer may be offered after we could not leave their meals; `ordering/change/missed-choice.ts` says when. */
export const MISSED_CHOICES = ['again', 'refund', 'call'] as const;
export type MissedChoice = (typeof MISSED_CHOICES)[number];

/** What is said at a door. With one tap, in words that the customer reads; anything else staff write themselves. */

/** For a bag with a portion on hold, on phone and paper: never why, for drivers see no health data. */
export const STOP = 'HOLD: do not hand over. Call the kitchen';

/** For a bag whose order was cancelled on the way. */
export const BRING_BACK = 'CANCELLED. Do not hand this over. Bring it back';

export const MISSED_REASONS = [
  'No one home',
  'Wrong address',
  'Dog or locked gate',
  'Refused',
  'Damaged',
  'Unsafe to deliver',
] as const;

/** Each place with what follows "left". */
const PLACES: Record<string, string> = {
  'Front door': 'at the front door',
  'In hand': 'in your hands',
};

export const DOOR_PLACES = Object.keys(PLACES);

/** "left …": "at the front door", or the driver's own words. */
export function placeWords(place: string): string {
  return PLACES[place] ?? place.slice(0, 1).toLowerCase() + place.slice(1);
}
