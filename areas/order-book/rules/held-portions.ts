/** Which portions of a delivery may not be packed or leave, and in which words. Ours. */
import type { OrderDelivery, OrderItem, OrderPerson } from '#areas/order-book/rules/order.ts';
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import type { FreshFacts } from '#areas/needs/rules/gate/fits-diet.ts';
import {
  clashNames,
  clashText,
  type Held,
  isHeld,
  namesText,
  verdictOf,
} from '#areas/needs/rules/gate/verdict.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';

export type HeldPortion = { item: OrderItem; person: OrderPerson; verdict: Held };

/** By the food that they are. `questions`: open ones of the order. */
export function heldPortions(
  { people, madeOn }: Pick<OrderDelivery, 'people' | 'madeOn'>,
  questions: readonly FoodQuestion[],
  facts: FreshFacts,
): HeldPortion[] {
  return people.flatMap((person) =>
    person.items.flatMap((item) => {
      // A diet never holds.
      const food = { ...item.meal, dietaryTags: null };
      const needs = { ...person, diets: [] };
      // What was kept cold keeps from the day it was cooked for.
      const eaten = { ...item, deliveryDate: madeOn ?? item.deliveryDate };
      const verdict = verdictOf(needs, food, { ...eaten, agreed: item.override, questions }, facts);
      return isHeld(verdict) ? [{ item, person, verdict }] : [];
    }),
  );
}

/** "contains MILK", "keeps until Thu 14 Jan", "not answered: SOY": what a cook reads across a bench. */
export function heldForCook({ verdict }: Pick<HeldPortion, 'verdict'>): string {
  if (verdict.verdict === 'thrown_out') return 'thrown out in the kitchen';
  if (verdict.verdict === 'will_not_keep') return `keeps until ${formatDayAndMonth(verdict.eatBy)}`;
  if (verdict.verdict === 'question') {
    if (verdict.question.kind === 'reaction') return `not settled: ${verdict.question.quote}`;
    const names = questionNames(verdict.question);
    return `not answered: ${names === '' ? `“${verdict.question.quote}”` : names.toUpperCase()}`;
  }
  const names = namesText(clashNames(verdict));
  return names === '' ? clashText(verdict) : clashText(verdict).replace(names, names.toUpperCase());
}

/** "Curry for Mia contains milk", "Curry for Mia: nobody has answered “allergic to soy”". */
export function heldText({
  item: { meal, personName },
  verdict,
}: Pick<HeldPortion, 'item' | 'verdict'>): string {
  const portion = `${meal.name} for ${personName}`;
  switch (verdict.verdict) {
    case 'thrown_out':
      return `${portion} was thrown out in the kitchen`;
    case 'clash':
      return `${portion} ${clashText(verdict)}`;
    case 'undeclared':
      return `${portion}: ${clashText(verdict)}`;
    case 'will_not_keep':
      return `${portion} keeps until ${formatDayAndMonth(verdict.eatBy)}`;
    case 'question':
      if (verdict.question.kind === 'reaction')
        return `${portion}: ${verdict.question.quote} is not settled`;
      return `${portion}: nobody has answered “${verdict.question.quote}”`;
  }
}

/** "peanut, rambutan"; empty: it names nothing. */
export function questionNames({ allergens, words }: FoodQuestion): string {
  return namesText([...allergens, ...words]);
}
