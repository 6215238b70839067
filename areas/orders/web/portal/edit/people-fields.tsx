import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import {
  DIETS,
  dietText,
  type FoodNeeds,
  LONGEST_FOOD_NOTE,
  needsIn,
} from '#areas/needs/rules/food-needs.ts';
import { needsLine } from '#areas/needs/rules/food-needs-text.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { CantHaveFields } from '#areas/orders/web/portal/cant-have-fields.tsx';
import { OrderPanel } from '#areas/orders/web/portal/detail/order-panel.tsx';
import {
  editNeeds,
  LONGEST_REASON,
  peopleOfEdit,
  type PersonOfEdit,
  SHORTEST_REASON,
} from './people-edit.ts';
import type { OrderEditing } from './use-order-edit.ts';

type PeopleFieldsProps = {
  order: AdminOrderReply;
  editing: OrderEditing;
  /** "Why can Mia eat peanut again?"; null: nobody has fewer needs. */
  eatsAgain: string | null;
};

/** What each person may not eat; folded, with what is inside on the fold. */
export function PeopleFields({ order, editing, eatsAgain }: PeopleFieldsProps) {
  const { edit, change, problems } = editing;
  return (
    <OrderPanel title="Allergies and diets">
      {peopleOfEdit(edit, order).map((person, index) => (
        <PersonFields
          // Their name is being typed in the meals' rows.
          key={index}
          person={person}
          onChange={(needs) =>
            change((now) => editNeeds(now, person.name, { ...needsIn(person), ...needs }))
          }
        />
      ))}
      {eatsAgain !== null && (
        <TextField
          label={eatsAgain}
          hint={`${SHORTEST_REASON} to ${LONGEST_REASON} characters, kept in the order’s history`}
          error={problems['eatsAgain']}
          maxLength={LONGEST_REASON}
          value={edit.eatsAgain}
          onChange={({ target }) => change((now) => ({ ...now, eatsAgain: target.value }))}
        />
      )}
    </OrderPanel>
  );
}

type PersonFieldsProps = { person: PersonOfEdit; onChange: (needs: Partial<FoodNeeds>) => void };

function PersonFields({ person, onChange }: PersonFieldsProps) {
  const { name, diets, note } = person;
  return (
    <details className="rounded-2xl border border-line px-4 py-1">
      <summary className="flex min-h-11 items-center font-semibold break-words">
        {needsLine(person)}
      </summary>
      <div className="grid gap-3 pb-3">
        <CantHaveFields name={name} needs={person} onChange={onChange} />
        <fieldset className="grid min-w-0 gap-1">
          <legend className="font-semibold">{name}’s diet</legend>
          <div className="flex flex-wrap gap-x-5">
            {DIETS.map((diet) => (
              <label key={diet} className="flex min-h-11 items-center gap-2">
                <input
                  type="checkbox"
                  className="size-5 shrink-0"
                  checked={diets.includes(diet)}
                  onChange={() => {
                    const isOn = diets.includes(diet);
                    const chosen = DIETS.filter((one) =>
                      one === diet ? !isOn : diets.includes(one),
                    );
                    onChange({ diets: chosen });
                  }}
                />
                {dietText(diet)}
              </label>
            ))}
          </div>
        </fieldset>
        <TextField
          label={`Note on what ${name} eats`}
          optional
          maxLength={LONGEST_FOOD_NOTE}
          value={note}
          onChange={({ target }) => onChange({ note: target.value })}
        />
      </div>
    </details>
  );
}
