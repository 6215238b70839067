/** The open questions of an order: what its instructions and its people's notes say of food. Ours. */
import {
  answerAllowed,
  type FoodAnswer,
  type FoodQuestion,
} from '#areas/needs/rules/food-question.ts';
import { isListedFood, openQuestions } from '#areas/needs/rules/gate/open-questions.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import type { FieldProblem } from './check-customer.ts';
import { personKey } from '#platform/rules/customer-name.ts';

export type WrittenOrder = {
  customer: { specialInstructions: string };
  people: readonly ({ name: string } & FoodNeeds)[];
  foodAnswers?: readonly FoodAnswer[];
};

/** Each is answered before the order is paid or saved, if it `holds`. */
export function questionsOf({ customer, people, foodAnswers }: WrittenOrder): FoodQuestion[] {
  const notes = people.map(({ name, note }) => ({ text: note, about: name }));
  const texts = [{ text: customer.specialInstructions, about: null }, ...notes];
  return openQuestions(texts, people, foodAnswers);
}

/** Nothing is written that could raise one. */
export function hasNothingWritten({ customer, people }: WrittenOrder): boolean {
  return customer.specialInstructions === '' && people.every(({ note }) => note === '');
}

/** Answers that their question does not allow; one to no question is nobody's. `lists`: of all meals. */
export function wrongAnswers(order: WrittenOrder, lists: readonly string[]): FieldProblem[] {
  const questions = questionsOf({ ...order, foodAnswers: [] });
  return (order.foodAnswers ?? []).flatMap(({ quote, personName, answer }, index) => {
    const asked = questions.filter(
      (one) => one.quote === quote && askedKey(one.person) === askedKey(personName),
    );
    const isAllowed = asked.some(
      (one) =>
        answerAllowed(one) === answer && !(answer === 'not_food' && isListedFood(one, lists)),
    );
    if (asked.length === 0 || isAllowed) return [];
    const message = `“${quote}” can’t be answered that way: leave it out, or change the note`;
    return [{ field: `foodAnswers.${index}.answer`, message }];
  });
}

/** "Zoe is allergic to soy" is said before what to do. */
export function questionSentence({ quote, kind }: Pick<FoodQuestion, 'quote' | 'kind'>): string {
  return kind === 'unreadable'
    ? `“${quote}” doesn’t say which food. Please name it.`
    : `Your note says “${quote}”. Leave it out, or change the note.`;
}

function askedKey(person: string | null): string | null {
  return person === null ? null : personKey(person);
}
