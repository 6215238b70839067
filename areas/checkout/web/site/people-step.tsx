import { lazy, type SubmitEvent, Suspense } from 'react';
import { planChoiceSentence } from '#areas/calculator/rules/meal-plan-sentence.ts';
import type { ServiceFacts } from '#areas/business/rules/services.ts';
import { nameProblem, type Person } from '#areas/order-book/rules/people.ts';
import { lazyWithQueries } from '#areas/menu/web/lazy-with-queries.tsx';
import { hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { tidyName } from '#platform/rules/customer-name.ts';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { WeekLine } from '#areas/checkout/web/site/order/order-notices.tsx';
import { useOrder } from './order-context.tsx';
import { questionToAnswer, useOrderQuestions } from './order-bar.tsx';
import { OrderPeople, nameFieldId, loadQuestions, useRemovePeople } from './people-list.tsx';
import { StepLayout } from '#areas/checkout/web/site/order/step-layout.tsx';

const FORM_ID = 'people';

// Most orders have no note: nobody waits for what asks about one.
const FoodQuestions = lazy(async () => ({
  default: (await import('#areas/needs/web/food-questions.tsx')).FoodQuestions,
}));

// Only for those whom this device remembers.
const SameAgain = lazyWithQueries(
  async () => (await import('#areas/checkout/web/site/order/same-again.tsx')).SameAgain,
);

function questionsId(index: number): string {
  return `person-questions-${index}`;
}

/** Only a name that is missing disables Continue (spec 5): pressing it leads to the others. */
function nameTroubles(people: readonly Person[]) {
  return people.flatMap(({ name }, index) => {
    const message = nameProblem(people, index);
    const at = nameFieldId(index);
    return message === null ? [] : [{ message, at, isMissing: tidyName(name) === '' }];
  });
}

export function PeopleStep() {
  const { draft, facts, household } = useOrder();
  const { remove, resize } = useRemovePeople();
  const { people } = draft;

  const notes = people.map(({ name, note }) => ({ text: note, about: name }));
  const { questions, ways } = useOrderQuestions(notes);
  const troubles = nameTroubles(people);
  const toPutRight = troubles[0] ?? questionToAnswer(notes, questions, questionsId);
  const goOn = useGoingOn();

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (toPutRight) document.getElementById(toPutRight.at)?.focus();
    else void goOn();
  }

  return (
    <StepLayout
      intro={<WeekLine />}
      step={1}
      blockers={troubles.filter(({ isMissing }) => isMissing)}
      warning={toPutRight}
      continueForm={FORM_ID}
      beside={
        household && (
          <Suspense>
            <SameAgain />
          </Suspense>
        )
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="grid max-w-2xl gap-6">
        <PillChoice
          legend="How many people are eating?"
          value={String(people.length)}
          pills={Array.from({ length: facts.people.max - facts.people.min + 1 }, (_, at) => {
            const count = facts.people.min + at;
            return {
              value: String(count),
              label: (
                <>
                  {count}
                  <span className="sr-only">{count === 1 ? ' person' : ' people'}</span>
                </>
              ),
            };
          })}
          onChange={(count) => resize(Number(count))}
          layout="even"
        />
        <WishLine />
        <div>
          <p
            aria-hidden="true"
            className="grid grid-cols-[minmax(0,1fr)_8.5rem] max-[19rem]:grid-cols-1 gap-x-2 text-sm text-ink-soft"
          >
            <span>Name</span>
            <span>Plan, Cal a day</span>
          </p>
          <OrderPeople
            remove={remove}
            askedOf={({ note }, index) =>
              note !== '' && (
                <Suspense>
                  <FoodQuestions
                    id={questionsId(index)}
                    questions={questions[index] ?? []}
                    {...ways}
                  />
                </Suspense>
              )
            }
          />
        </div>
        <div className="grid max-w-prose gap-1 text-sm text-ink-soft">
          {plansOf(people, facts).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <p>
            A plan is a whole day’s calories, breakfast and snacks included. To find yours, use{' '}
            <Link to={paths.calorieCalculator()} className="text-primary underline">
              the calorie calculator
            </Link>
            . Each person gets their own meals, with their name on the label.
          </p>
        </div>
      </form>
    </StepLayout>
  );
}

/** Where only the meals were kept, going on asks once about those of whom nothing is said. */
function useGoingOn(): () => Promise<void> {
  const { draft, notices, dispatch, goTo } = useOrder();
  return async () => {
    const notice = notices.find(({ kind }) => kind === 'who-eats');
    const without = draft.people.filter((person) => !hasFoodNeeds(person)).map(({ name }) => name);
    if (notice && without.length > 0) {
      const { confirm } = await loadQuestions();
      const isSure = await confirm({
        title: `No allergies for ${OR.format(without)}?`,
        text: 'We check every meal against what each person can’t have.',
        act: 'No allergies',
        keep: 'Add them',
        danger: false,
      });
      if (!isSure) return;
    }
    if (notice) dispatch({ type: 'notice read', notice });
    goTo(2);
  };
}

const OR = new Intl.ListFormat('en-AU', { type: 'disjunction' });

/** What each plan that someone has means, once. */
function plansOf(people: readonly Person[], facts: ServiceFacts): string[] {
  return [
    ...new Set(
      people.map(({ calorieTarget, secondHelpings }) =>
        planChoiceSentence(calorieTarget, facts, secondHelpings),
      ),
    ),
  ];
}

function WishLine() {
  const { draft, dispatch, menu } = useOrder();
  const wish = menu.find(draft.wish ?? 0);
  return (
    wish && (
      <p className="flex items-center gap-1">
        <span className="min-w-0 wrap-anywhere">
          For your table: <strong>{wish.name}</strong>
        </span>
        <button
          type="button"
          aria-label={`Leave ${wish.name} out`}
          onClick={() => dispatch({ type: 'wish dropped' })}
          className="grid size-11 shrink-0 place-items-center rounded-full text-xl hover:text-danger"
        >
          <span aria-hidden="true">×</span>
        </button>
      </p>
    )
  );
}
