import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { needsIn, unitedNeeds } from '#areas/needs/rules/food-needs.ts';
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import { FoodQuestions } from '#areas/needs/web/food-questions.tsx';
import { personKey } from '#platform/rules/customer-name.ts';
import { editNeeds, peopleOfEdit } from './people-edit.ts';
import type { OrderEditing } from './use-order-edit.ts';

type EditQuestionsProps = {
  order: AdminOrderReply;
  editing: OrderEditing;
  questions: readonly FoodQuestion[];
};

/** What the server asked about notes and instructions: saving waits for it. */
export function EditQuestions({ order, editing, questions }: EditQuestionsProps) {
  const { edit, change } = editing;
  const people = peopleOfEdit(edit, order);
  return (
    <FoodQuestions
      questions={questions}
      names={people.map(({ name }) => name)}
      onLeaveOut={(name, { allergens, words }) => {
        const person = people.find((one) => personKey(one.name) === personKey(name));
        if (!person) return;
        const united = unitedNeeds(person, { allergens, avoid: words });
        change((now) => editNeeds(now, name, { ...needsIn(person), ...united }));
      }}
      onAnswer={(answer) =>
        change((now) => ({ ...now, foodAnswers: [...now.foodAnswers, answer] }))
      }
    />
  );
}
