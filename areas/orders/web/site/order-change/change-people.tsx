import { useMemo, useState } from 'react';
import { allergensOnMenu, crossContactText } from '#areas/menu/rules/cross-contact.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { mealCount, nameProblem } from '#areas/order-book/rules/people.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { PersonCard } from '#areas/checkout/web/site/person-card.tsx';
import { RemovePersonDialog } from '#areas/checkout/web/site/remove-person-dialog.tsx';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import { useStableCall } from '#areas/checkout/web/site/use-stable-call.ts';

/** Who eats, and what they may not eat: the wizard's cards. */
export function ChangePeople() {
  const { draft, dispatch, facts, menu } = useOrder();
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

  function add() {
    const calorieTarget = facts.defaultCaloriePlan;
    dispatch({ type: 'people counted', count: people.length + 1, calorieTarget });
  }

  return (
    <div className="grid gap-4">
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
            onRemove={people.length > facts.people.min ? remove : undefined}
          />
        ))}
      </ul>
      {people.length < facts.people.max && (
        <div className="grid justify-items-start gap-1">
          <Button variant="secondary" size="small" onClick={add}>
            Add a person
          </Button>
          <p className="text-sm text-ink-soft">Then choose their meals in the table above.</p>
        </div>
      )}
      <RemovePersonDialog
        person={leaving === null ? null : (people[leaving] ?? null)}
        onCancel={() => setLeaving(null)}
        onRemove={() => {
          if (leaving !== null) dispatch({ type: 'person removed', index: leaving });
          setLeaving(null);
        }}
      />
    </div>
  );
}
