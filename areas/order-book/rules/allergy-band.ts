/** What labels and lists say of a person's allergies, in words that stand out in black and white. Ours. */
import type { BusinessFacts } from '#areas/business/rules/business.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { parseInstant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { FoodOverride } from '#areas/order-book/rules/order.ts';
import { allergenText } from '#areas/needs/rules/allergen-groups.ts';
import { foodNeedsText } from '#areas/needs/rules/food-needs-text.ts';
import { type Clash, type FoodNeeds, UNDECLARED } from '#areas/needs/rules/food-needs.ts';

type NamedNeeds = { name: string } & Pick<FoodNeeds, 'allergens'>;

/** "ALLERGY  MIA: ALL TREE NUTS, PEANUT"; null without any. */
export function allergyBand(person: NamedNeeds): string | null {
  return person.allergens.length === 0 ? null : `ALLERGY  ${allergyLine(person)}`;
}

/** "MIA: ALL TREE NUTS, PEANUT". */
export function allergyLine({ name, allergens }: NamedNeeds): string {
  return `${name}: ${allergenText(allergens)}`.toUpperCase();
}

/** "Mia: vegetarian; note: hates mushrooms"; empty without either. */
export function dietsAndNote({ name, diets, note }: { name: string } & FoodNeeds): string {
  const rest = foodNeedsText({ allergens: [], diets, note });
  return rest === '' ? '' : `${name}: ${rest}`;
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
export function agreedWithCustomer({ allergens, reason }: FoodOverride): string {
  return `${clashWords(allergens)}, as agreed with you: ${reason}`;
}

function clashWords(clash: Clash): string {
  const named = clash.filter((allergen) => allergen !== UNDECLARED);
  return named.length === 0 ? 'Allergens not declared' : `Contains ${allergenText(named)}`;
}
