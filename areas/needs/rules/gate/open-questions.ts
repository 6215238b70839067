/**
 * What must be answered about the words people write, before an order is paid or saved: an allergy in a note is an
 * allergy. Ours.
 */
import { type FoodNeeds, isCareful } from '#areas/needs/rules/food-needs.ts';
import {
  answerAllowed,
  type FoodAnswer,
  type FoodQuestion,
} from '#areas/needs/rules/food-question.ts';
import { concernsIn, type NoteConcern } from '#areas/needs/rules/food-notes/note-concerns.ts';
import { withAvoided } from '#areas/needs/rules/gate/fits-diet.ts';
import { isSameFood, wordsNamedIn } from './food-facts.ts';
import { personKey } from '#platform/rules/customer-name.ts';

export type NoteToRead = {
  text: string;
  /** Whose note it is; null for instructions about the whole order. */
  about: string | null;
};

export type PersonAsked = { name: string } & Pick<FoodNeeds, 'allergens' | 'avoid'>;

/** In the order of the texts. Nothing that has been chosen, or answered as its kind allows, is asked. */
export function openQuestions(
  texts: readonly NoteToRead[],
  people: readonly PersonAsked[],
  answers: readonly FoodAnswer[] = [],
): FoodQuestion[] {
  const names = people.map(({ name }) => name);
  const asked = texts.flatMap(({ text, about }) =>
    concernsIn(text, names).flatMap((concern) => asQuestion(concern, about, people)),
  );
  const once = new Map(asked.map((question) => [JSON.stringify(question), question]));
  return [...once.values()].filter((question) => !isAnswered(question, answers));
}

/** Those that were not open before: a sentence that stands is not asked about again. */
export function newQuestions(
  before: readonly FoodQuestion[],
  after: readonly FoodQuestion[],
): FoodQuestion[] {
  const wasOpen = ({ quote, allergens, words }: FoodQuestion) =>
    before.some(
      (one) =>
        one.quote === quote &&
        allergens.every((allergen) => one.allergens.includes(allergen)) &&
        words.every((word) => one.words.includes(word)),
    );
  return after.filter((question) => !wasOpen(question));
}

/** For an answer that calls a word no food: whether one of these ingredient lists names it. */
export function isListedFood(
  { words }: Pick<FoodQuestion, 'words'>,
  lists: readonly string[],
): boolean {
  return lists.some((list) => wordsNamedIn(list, words).length > 0);
}

function isAnswered(question: FoodQuestion, answers: readonly FoodAnswer[]): boolean {
  const allowed = answerAllowed(question);
  return answers.some(
    ({ quote, personName, answer }) =>
      answer === allowed && quote === question.quote && isSame(personName, question.person),
  );
}

function isSame(a: string | null, b: string | null): boolean {
  return a === null || b === null ? a === b : personKey(a) === personKey(b);
}

function asQuestion(
  concern: NoteConcern,
  about: string | null,
  people: readonly PersonAsked[],
): FoodQuestion[] {
  const { quote, kind, severe } = concern;
  const person = memberOf(concern.person ?? about, people);
  const said = withAvoided({ allergens: concern.allergens, avoid: [] }, concern.words);
  const concerned = person === null ? people : [person];
  const allergens = said.allergens.filter(
    (name) => !concerned.some((one) => one.allergens.includes(name)),
  );
  const words = said.avoid.filter(
    (word) => !concerned.some((one) => one.avoid.some((other) => isSameFood(word, other))),
  );
  const isChosen = allergens.length === 0 && words.length === 0;
  if (isChosen && kind !== 'care' && kind !== 'unreadable') return [];
  // "Mia carries an EpiPen" says nothing new once it is known for what.
  if (kind === 'unreadable' && concerned.some(isCareful)) return [];
  // A wish that names an allergen may be one that nobody called so.
  const holds = kind === 'wish' ? allergens.length > 0 : kind !== 'care';
  return [{ quote, person: person?.name ?? null, kind, allergens, words, severe, holds }];
}

/** One person alone at the table is meant, named or not. */
function memberOf(name: string | null, people: readonly PersonAsked[]): PersonAsked | null {
  if (name === null) return people.length === 1 ? (people[0] ?? null) : null;
  return people.find((person) => personKey(person.name) === personKey(name)) ?? null;
}
