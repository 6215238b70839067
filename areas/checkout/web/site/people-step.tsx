import { lazy, type SubmitEvent, Suspense, useMemo, useState } from 'react';
import { allergensOnMenu, crossContactText } from '#areas/menu/rules/cross-contact.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { mealCount, nameProblem } from '#areas/order-book/rules/people.ts';
import { peopleBlockers } from '#areas/order-book/rules/order-draft.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { NumberStepper } from '#platform/web/ui/form/number-stepper.tsx';
import { DeadlineNotice, WeekLine } from '#areas/checkout/web/site/order/deadline-notice.tsx';
import { type OrderInWizard, useOrder } from './order-context.tsx';
import { questionToAnswer, useOrderQuestions } from './use-order-questions.ts';
import { useStableCall } from './use-stable-call.ts';
import { nameFieldId, PersonCard } from './person-card.tsx';
import { RemovePersonDialog } from './remove-person-dialog.tsx';
import { StepLayout } from '#areas/checkout/web/site/order/step-layout.tsx';

const FORM_ID = 'people';

// Most orders have no note: nobody waits for what asks about one.
const FoodQuestions = lazy(async () => ({
  default: (await import('#areas/needs/web/food-questions.tsx')).FoodQuestions,
}));

function questionsId(index: number): string {
  return `person-questions-${index}`;
}

/** One of each, leading to the first name that it is about. */
function blockersAt(
  draft: OrderInWizard['draft'],
  facts: OrderInWizard['facts'],
): { message: string; at: string }[] {
  return [...new Set(peopleBlockers(draft, facts))].map((message) => {
    const index = draft.people.findIndex((_, at) => nameProblem(draft.people, at) === message);
    return { message, at: nameFieldId(Math.max(0, index)) };
  });
}

export function PeopleStep() {
  const { draft, dispatch, goTo, facts, menu } = useOrder();
  const [leaving, setLeaving] = useState<number | null>(null);
  const { people } = draft;

  const traces = useMemo(
    () => crossContactText(allergensOnMenu(menu.meals), facts),
    [menu.meals, facts],
  );
  const rename = useStableCall((index: number, name: string) =>
    dispatch({ type: 'person named', index, name }),
  );
  const choosePlan = useStableCall((index: number, calorieTarget: number) =>
    dispatch({ type: 'calorie target chosen', index, calorieTarget }),
  );
  const changeNeeds = useStableCall((index: number, changes: Partial<FoodNeeds>) =>
    dispatch({ type: 'food needs changed', index, changes, menu }),
  );
  const remove = useStableCall((index: number) => {
    const person = people[index];
    if (person && mealCount([person]) > 0) setLeaving(index);
    else dispatch({ type: 'person removed', index });
  });

  function changeCount(count: number) {
    if (count < people.length) remove(people.length - 1);
    else dispatch({ type: 'people counted', count, calorieTarget: facts.defaultCaloriePlan });
  }

  const notes = people.map(({ name, note }) => ({ text: note, about: name }));
  const { questions, ways } = useOrderQuestions(notes);
  const toAnswer = questionToAnswer(notes, questions, questionsId);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (toAnswer) document.getElementById(toAnswer.at)?.focus();
    else goTo(2);
  }

  return (
    <StepLayout
      intro={<WeekLine />}
      step={1}
      blockers={blockersAt(draft, facts)}
      warning={toAnswer}
      continueForm={FORM_ID}
    >
      <DeadlineNotice />
      <form id={FORM_ID} noValidate onSubmit={submit} className="grid gap-6">
        <NumberStepper
          label="How many people are eating?"
          value={people.length}
          min={facts.people.min}
          max={facts.people.max}
          onChange={changeCount}
          decreaseLabel="One person fewer"
          increaseLabel="One person more"
          formatValue={(count) => (count === 1 ? '1 person' : `${count} people`)}
        />
        <ul className="grid gap-4 xl:grid-cols-2">
          {people.map((person, index) => (
            // People have no id: their position identifies them.
            <PersonCard
              key={index}
              number={index + 1}
              person={person}
              problem={nameProblem(people, index)}
              plans={facts.caloriePlans}
              traces={traces}
              onRename={rename}
              onChoosePlan={choosePlan}
              onChangeNeeds={changeNeeds}
              asked={
                person.note === '' ? undefined : (
                  <Suspense>
                    <FoodQuestions
                      id={questionsId(index)}
                      questions={questions[index] ?? []}
                      {...ways}
                    />
                  </Suspense>
                )
              }
              onRemove={people.length > facts.people.min ? remove : undefined}
            />
          ))}
        </ul>
        <p className="max-w-prose text-sm text-ink-soft">
          A plan is a whole day’s calories, breakfast and snacks included. To find yours, use{' '}
          <Link to={paths.calorieCalculator()} className="text-primary underline">
            the calorie calculator
          </Link>{' '}
          . Each person gets their own meals, with their name on the label.
        </p>
      </form>
      <RemovePersonDialog
        person={leaving === null ? null : (people[leaving] ?? null)}
        onCancel={() => setLeaving(null)}
        onRemove={() => {
          if (leaving !== null) dispatch({ type: 'person removed', index: leaving });
          setLeaving(null);
        }}
      />
    </StepLayout>
  );
}
