/** What labels and lists say of a person's allergies, in words that stand out in black and white. Ours. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { parseInstant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { FoodOverride } from '#areas/order-book/rules/order.ts';
import { needsLine } from '#areas/needs/rules/food-needs-text.ts';
import {
  type FoodNeeds,
  hasFoodNeeds,
  isCareful,
  NO_FOOD_NEEDS,
} from '#areas/needs/rules/food-needs.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';

type NamedNeeds = { name: string } & Pick<FoodNeeds, 'allergens' | 'avoid'>;

/** "ALLERGY  MIA: ALL TREE NUTS, PEANUT, CAPSICUM"; null without any. */
export function allergyBand(person: NamedNeeds): string | null {
  return isCareful(person) ? `ALLERGY  ${allergyLine(person)}` : null;
}

/** "MIA: ALL TREE NUTS, PEANUT, CAPSICUM". */
export function allergyLine({ name, allergens, avoid }: NamedNeeds): string {
  return `${name}: ${namesText([...allergens, ...avoid])}`.toUpperCase();
}

/** "Mia: Vegetarian. “hates mushrooms”"; empty without either. */
export function dietsAndNote({ name, diets, note }: { name: string } & FoodNeeds): string {
  const rest = { name, ...NO_FOOD_NEEDS, diets, note };
  return hasFoodNeeds(rest) ? needsLine(rest) : '';
}

/** "CONTAINS PEANUT, AGREED: her mother says a trace is fine, kim, Tue 13 Jan". */
export function agreedText(
  { allergens, reason, staffEmail, at }: FoodOverride,
  { timeZone }: Pick<BusinessFacts, 'timeZone'>,
): string {
  const [who = staffEmail] = staffEmail.split('@');
  const on = formatDayAndMonth(wallTimeAt(parseInstant(at), timeZone).date);
  return `${clashWords(allergens).toUpperCase()}, AGREED: ${reason}, ${who}, ${on}`;
}

/** "Contains peanut, as agreed with you: her mother says a trace is fine". */
export function agreedWithCustomer({
  allergens,
  reason,
}: Pick<FoodOverride, 'allergens' | 'reason'>): string {
  return `${clashWords(allergens)}, as agreed with you${reason === '' ? '' : `: ${reason}`}`;
}

function clashWords(names: readonly string[]): string {
  const named = namesText(names);
  return named === '' ? 'Allergens not declared' : `Contains ${named}`;
}
