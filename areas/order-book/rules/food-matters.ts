/** What someone must be called about because of food: what each is, what a call may bring, and when it is settled. Ours. */
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import {
  clashNames,
  type Held,
  HOLDS,
  namesText,
  clashText,
  isHeld,
  verdictOf,
} from '#areas/needs/rules/gate/verdict.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import type { OrderDelivery, OrderItem, OrderPerson } from '#areas/order-book/rules/order.ts';
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import type { FreshFacts } from '#areas/needs/rules/gate/fits-diet.ts';

/**
 * What someone is called about, the worst first. `given_held`: handed over although it is on hold. `reaction`: to what they
 * ate; their portions ahead are on hold until it is settled. `left_held`: on the road although it is. `left_unchecked`: gone
 * without a look at someone's allergies. `short`: gone without a portion. `told`: an allergy that someone wrote of a paid order
 * or beside it, and its needs do not say. `needs_fewer`: it leaves out less than an earlier order of the same email did. Its
 * customer never sees that, because anyone can type an email.
 */
export const CALL_MATTERS = [
  'given_held',
  'reaction',
  'left_held',
  'left_unchecked',
  'short',
  'told',
  'needs_fewer',
] as const;
export type CallMatter = (typeof CALL_MATTERS)[number];

/** What is settled portion by portion. `diet`: it lost a diet, or gained what someone would rather not have; it goes all the same. */
export const PORTION_MATTERS = [...HOLDS, 'diet'] as const;
export type PortionMatter = (typeof PORTION_MATTERS)[number];

export const FOOD_MATTERS = [...CALL_MATTERS, ...PORTION_MATTERS] as const;
export type FoodMatter = (typeof FOOD_MATTERS)[number];

export function isHold(kind: FoodMatter): boolean {
  return HOLDS.some((hold) => hold === kind);
}

/** Someone may come to harm until it is settled. */
export function isUrgentMatter(kind: CallMatter): boolean {
  return !['short', 'told', 'needs_fewer'].includes(kind);
}

type MatterWords = { kind: CallMatter; personName: string; mealName: string; why: string };

/** "Curry for Mia: it may contain milk", "Went without Laksa for Ben: damaged". */
export function matterText({ kind, personName, mealName, why }: MatterWords): string {
  switch (kind) {
    case 'given_held':
      return `${mealName} for ${personName}: ${why}`;
    case 'reaction':
      return personName === '' ? `Reported: ${why}` : `${personName}: ${why}`;
    case 'left_held':
      return `On the road: ${why}`;
    case 'left_unchecked':
      return `It left, and nobody checked the allergies of ${personName}`;
    case 'short':
      return `Went without ${mealName} for ${personName}: ${why}`;
    case 'told':
      return `Someone wrote “${why}”, and nothing is left out`;
    case 'needs_fewer':
      return `${why} before, and this order does not`;
  }
}

export const MATTER_STEPS: Record<CallMatter, string> = {
  given_held: 'They have food they must not eat. We have written to them: please call as well.',
  reaction: 'Call them. Everything still to come for them is on hold until you know what it was.',
  left_held: 'Call the driver: don’t hand it over, bring it back.',
  left_unchecked:
    'Ask the packer what went in. Call the driver, or the customer if they have it already: read the labels first.',
  short: 'Tell them: refund it or bring it another day, on the order page.',
  told: 'Call them, then add it to their meals ahead, on the order page.',
  needs_fewer: 'Ask them. If it still holds, add it to their meals ahead, on the order page.',
};

export const CALL_RESULTS = [
  'not_eaten',
  'eaten_well',
  'reaction',
  'coming_back',
  'checked',
  'told',
  'left_out',
  'not_the_food',
  'no_answer',
] as const;
export type CallResult = (typeof CALL_RESULTS)[number];

export const RESULTS_OF: Record<CallMatter, readonly CallResult[]> = {
  given_held: ['not_eaten', 'eaten_well', 'reaction', 'no_answer'],
  reaction: ['left_out', 'not_the_food', 'no_answer'],
  left_held: ['coming_back', 'no_answer'],
  left_unchecked: ['checked', 'no_answer'],
  short: ['told', 'no_answer'],
  told: ['told', 'no_answer'],
  needs_fewer: ['told', 'no_answer'],
};

export const CALL_RESULT_LABELS: Record<CallResult, string> = {
  not_eaten: 'Not eaten',
  eaten_well: 'Eaten, and well',
  reaction: 'A reaction',
  coming_back: 'It comes back',
  checked: 'Checked by phone',
  told: 'Settled with them',
  left_out: 'Put it on their meals ahead',
  not_the_food: 'It was not the food',
  no_answer: 'No answer',
};

/** How they are listed. `stop`: it may not leave the kitchen. `look`: someone must read the note. `tell`: a diet no longer fits. */
export const RECIPE_ALERT_KINDS = ['stop', 'look', 'tell'] as const;

/** What staff do about a portion. `spoken`: agreed with its person. */
export const RECIPE_ACTIONS = ['swap', 'refund', 'spoken'] as const;
export type RecipeAction = (typeof RECIPE_ACTIONS)[number];

/**
 * `taken_back`: it had not been handed over after all. `put_right`: it is not so any more. `order_changed`: the portion is
 * gone, or has arrived.
 */
export const MATTER_SETTLEMENTS = [
  ...CALL_RESULTS,
  ...RECIPE_ACTIONS,
  'taken_back',
  'put_right',
  'order_changed',
] as const;

/** So often someone tries before it may rest, with a note of what was tried. */
export const CALLS_TO_MAKE = 3;

type Call = { result: CallResult; note: string };

/** Someone was reached, or enough was tried and the last call says what. Of a reaction someone has to know what it was. */
export function isSettledBy(kind: CallMatter, calls: readonly Call[]): boolean {
  const last = calls.at(-1);
  if (!last) return false;
  if (last.result !== 'no_answer') return true;
  return kind !== 'reaction' && calls.length >= CALLS_TO_MAKE && last.note.trim() !== '';
}

/** "it may contain peanut"; it follows "Please do not eat Curry for Mia:". */
export function whyNotToEat(
  verdict: Held,
  { allergens, avoid }: Pick<FoodNeeds, 'allergens' | 'avoid'>,
): string {
  if (verdict.verdict === 'thrown_out') return 'it failed a food safety check';
  if (verdict.verdict === 'will_not_keep')
    return `it kept only until ${formatDayAndMonth(verdict.eatBy)}`;
  if (verdict.verdict === 'question') {
    if (verdict.question.kind === 'reaction')
      return `we do not know yet what caused ${verdict.question.quote}`;
    const names = namesText([...verdict.question.allergens, ...verdict.question.words]);
    return names === ''
      ? `we have not settled “${verdict.question.quote}”`
      : `it may contain ${names}`;
  }
  if (verdict.verdict === 'undeclared' && verdict.words.length === 0)
    return `we don’t know whether it contains ${namesText([...allergens, ...avoid])}`;
  return `it may contain ${namesText(clashNames(verdict))}`;
}

// Which portions of a delivery may not be packed or leave, and in which words. Ours.

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
function questionNames({ allergens, words }: FoodQuestion): string {
  return namesText([...allergens, ...words]);
}
