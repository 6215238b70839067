import { useMemo } from 'react';
import { allergensOnMenu, crossContactText } from '#areas/menu/rules/cross-contact.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { nameProblem } from '#areas/order-book/rules/people.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { PersonRow } from '#areas/checkout/web/site/person-row.tsx';
import { useRemovePeople } from '#areas/checkout/web/site/use-remove-people.tsx';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import { useStableCall } from '#areas/checkout/web/site/use-stable-call.ts';

/** Who eats, and what they may not eat: the wizard's cards. */
export function ChangePeople() {
  const { draft, dispatch, facts, menu } = useOrder();
  const { remove, resize, dialog } = useRemovePeople();
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

  return (
    <div className="grid gap-4">
      <ul className="max-w-2xl">
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
            onRemove={people.length > facts.people.min ? remove : undefined}
          />
        ))}
      </ul>
      {people.length < facts.people.max && (
        <div className="grid justify-items-start gap-1">
          <Button variant="secondary" size="small" onClick={() => resize(people.length + 1)}>
            Add a person
          </Button>
          <p className="text-sm text-ink-soft">Then choose their meals in the table above.</p>
        </div>
      )}
      {dialog}
    </div>
  );
}
