import type { FoodAnswer, FoodQuestion } from '#areas/needs/rules/food-question.ts';
import { unitedNeeds } from '#areas/needs/rules/food-needs.ts';
import type { NoteToRead } from '#areas/needs/rules/gate/open-questions.ts';
import { useOpenQuestions } from '#areas/needs/web/use-open-questions.ts';
import type { Blocker } from './order-bar.tsx';
import { useOrder } from './order-context.tsx';

/** The questions that these texts of the order raise, one list for each, and what their buttons do. */
export function useOrderQuestions(texts: readonly NoteToRead[]) {
  const { draft, dispatch, facts, menu } = useOrder();
  const { people, foodAnswers = [] } = draft;
  const questions = useOpenQuestions(texts, people, foodAnswers);

  function onLeaveOut(name: string, { allergens, words }: FoodQuestion) {
    const index = people.findIndex((person) => person.name === name);
    const person = people[index];
    if (!person) return;
    const changes = unitedNeeds(person, { allergens, avoid: words });
    dispatch({ type: 'food needs changed', index, changes, menu });
  }

  return {
    questions,
    ways: {
      names: people.map(({ name }) => name),
      phone: facts.phone,
      onLeaveOut,
      onAnswer: (answer: FoodAnswer) => dispatch({ type: 'food question answered', answer }),
    },
  };
}

/** "Answer the question about Zoe’s note": going on leads to it. Null: none that holds. */
export function questionToAnswer(
  texts: readonly Pick<NoteToRead, 'about'>[],
  questions: readonly (readonly FoodQuestion[])[],
  idOf: (index: number) => string,
): Required<Blocker> | null {
  const index = questions.findIndex((ofText) => ofText.some(({ holds }) => holds));
  if (index === -1) return null;
  const about = texts[index]?.about ?? null;
  const whose = about === null ? 'your instructions' : `${about}’s note`;
  return { message: `Answer the question about ${whose}`, at: idOf(index) };
}
