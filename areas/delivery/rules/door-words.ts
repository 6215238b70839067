/** What a driver reads of a stop at the door, and how its customer wants to hear of them. Ours. */
import { isMobile } from '#areas/business/rules/australia.ts';
import { TEMPERATURE_MARKS, type Temperature } from '#areas/order-book/rules/pack-bag.ts';

type Carried = { bags: number; temperature: Temperature; meals: number; missing: number };

/** "2 bags, 5 meals, COLD": of the meals, those that are in them. A day that an older release put on the phone has no meals. */
export function carriedText({ bags, meals, missing, temperature }: Carried): string {
  const inBags = meals - missing;
  return [
    bags === 1 ? '1 bag' : `${bags} bags`,
    ...(Number.isNaN(inBags) ? [] : [inBags === 1 ? '1 meal' : `${inBags} meals`]),
    TEMPERATURE_MARKS[temperature],
  ].join(', ');
}

/** "SHORT: 1 of 5 meals is missing. The customer knows."; null: all is in. */
export function shortText({
  meals,
  missing,
  isTold,
}: Pick<Carried, 'meals' | 'missing'> & { isTold: boolean }): string | null {
  if (!(missing > 0)) return null;
  const known = isTold ? 'The customer knows.' : 'The customer was not told.';
  return `SHORT: ${missing} of ${meals} meals ${missing === 1 ? 'is' : 'are'} missing. ${known}`;
}

const ASKS = /\b(?:text|txt|sms|message|msg)\b/iu;
const ASKS_NOT =
  /\b(?:no|not|don['’]?t|never|without)\s+(?:\w+\s+){0,2}(?:text|txt|sms|message|msg)/iu;

/** How they are reached: the first is what they asked for. A text goes to mobiles only. */
export function waysToReach({
  phone,
  instructions,
}: {
  phone: string;
  instructions: string;
}): ('call' | 'text')[] {
  if (!isMobile(phone)) return ['call'];
  const asksForText = ASKS.test(instructions) && !ASKS_NOT.test(instructions);
  return asksForText ? ['text', 'call'] : ['call', 'text'];
}
