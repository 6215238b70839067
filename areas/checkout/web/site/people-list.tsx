import { type ReactNode, useMemo } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { allergensOnMenu, crossContactText } from '#areas/menu/rules/cross-contact.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { nameProblem, type Person } from '#areas/order-book/rules/people.ts';
import { useOrder, useStableCall } from './order-context.tsx';
import { PersonRow } from './person-row.tsx';

/** Takes the focus when someone is taken off it. */
export const PEOPLE_ID = 'people-list';

/** What can be done with someone at the table, by position. */
type PersonEdits = {
  rename: (index: number, name: string) => void;
  choosePlan: (index: number, calorieTarget: number) => void;
  changeNeeds: (index: number, changes: Partial<FoodNeeds>) => void;
  remove: (index: number) => void;
};

type PeopleListProps = PersonEdits & {
  people: readonly Person[];
  /** For which traces are possible. */
  meals: Parameters<typeof allergensOnMenu>[0];
  facts: Pick<BusinessFacts, 'people' | 'caloriePlans'> & Parameters<typeof crossContactText>[1];
  /** Questions about a person’s note. */
  askedOf?: (person: Person, index: number) => ReactNode;
};

/** Everyone at the table, a row each: in the wizard, of a change, and of what this device keeps. */
export function PeopleList({ people, meals, facts, askedOf, ...edits }: PeopleListProps) {
  const traces = useMemo(() => crossContactText(allergensOnMenu(meals), facts), [meals, facts]);
  const rename = useStableCall(edits.rename);
  const choosePlan = useStableCall(edits.choosePlan);
  const changeNeeds = useStableCall(edits.changeNeeds);
  const remove = useStableCall(edits.remove);
  return (
    <ul id={PEOPLE_ID} tabIndex={-1} aria-label="Who eats" className="max-w-2xl outline-none">
      {people.map((person, index) => (
        // People have no id: their position identifies them.
        <PersonRow
          key={index}
          number={index + 1}
          person={person}
          problem={nameProblem(people, index)}
          plans={facts.caloriePlans}
          traces={traces}
          onRename={rename}
          onChoosePlan={choosePlan}
          onChangeNeeds={changeNeeds}
          asked={askedOf?.(person, index)}
          onRemove={people.length > facts.people.min ? remove : undefined}
        />
      ))}
    </ul>
  );
}

/** For the order in the wizard, or of the one that is changed. */
export function OrderPeople(props: Pick<PeopleListProps, 'remove' | 'askedOf'>) {
  const { draft, dispatch, facts, menu } = useOrder();
  return (
    <PeopleList
      people={draft.people}
      meals={menu.meals}
      facts={facts}
      rename={(index, name) => dispatch({ type: 'person named', index, name })}
      choosePlan={(index, calorieTarget) =>
        dispatch({ type: 'calorie target chosen', index, calorieTarget })
      }
      changeNeeds={(index, changes) =>
        dispatch({ type: 'food needs changed', index, changes, menu })
      }
      {...props}
    />
  );
}
