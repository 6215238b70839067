import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import {
  DIETS,
  dietText,
  type FoodNeeds,
  LONGEST_FOOD_NOTE,
  needsIn,
} from '#areas/needs/rules/food-needs.ts';
import { needsLine } from '#areas/needs/rules/food-needs-text.ts';
import { TextField, TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { CantHaveFields } from '#areas/orders/web/portal/cant-have-fields.tsx';
import { OrderPanel } from '#areas/orders/web/portal/detail/order-panel.tsx';
import {
  editNeeds,
  LONGEST_REASON,
  peopleOfEdit,
  type PersonOfEdit,
  SHORTEST_REASON,
} from '#areas/orders/web/portal/order-edit.ts';
import type { OrderEditing } from '#areas/orders/web/portal/use-order-edit.ts';
import { LONGEST_NAME } from '#platform/rules/customer-name.ts';
import type { Recipient } from '#areas/business/rules/recipient.ts';
import { NEWS_READERS, type NewsReader } from '#areas/business/rules/news-readers.ts';
import { EMPTY_RECIPIENT } from '#areas/order-book/rules/order-draft.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';

type PeopleFieldsProps = {
  order: AdminOrderReply;
  editing: OrderEditing;
  /** "Why can Mia eat peanut again?"; null: nobody has fewer needs. */
  eatsAgain: string | null;
};

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

const FIELDS = [
  { name: 'firstName', label: 'Their first name', type: 'text', maxLength: LONGEST_NAME },
  { name: 'lastName', label: 'Their last name', type: 'text', maxLength: LONGEST_NAME },
  { name: 'phone', label: 'Their phone', type: 'tel', maxLength: 40 },
] as const;

const READERS: Record<NewsReader, string> = {
  payer: 'the customer',
  recipient: 'who gets the food',
  both: 'both',
};

export function RecipientEdit({ editing }: { editing: OrderEditing }) {
  const { edit, problems, change } = editing;
  const { recipient } = edit;
  const problemOf = (field: string) => problems[`recipient.${field}`] ?? null;
  const set = (part: Partial<Recipient>) =>
    change((now) => ({ ...now, recipient: { ...(now.recipient ?? EMPTY_RECIPIENT), ...part } }));
  return (
    <OrderPanel title="For someone else">
      <Switch
        label="Someone else gets the food"
        checked={recipient !== null}
        onChange={(isTheirs) =>
          change((now) => ({ ...now, recipient: isTheirs ? EMPTY_RECIPIENT : null }))
        }
      />
      {recipient && (
        <>
          {FIELDS.map(({ name, ...field }) => (
            <TextField
              key={name}
              {...field}
              autoComplete="off"
              value={recipient[name]}
              error={problemOf(name)}
              onChange={({ target }) => set({ [name]: target.value })}
            />
          ))}
          <Switch
            label="It’s a present"
            checked={recipient.isGift}
            onChange={(isGift) => set({ isGift, ...(!isGift && { message: '' }) })}
          />
          {recipient.isGift && (
            <TextAreaField
              label="Message on the card"
              optional
              value={recipient.message}
              error={problemOf('message')}
              onChange={({ target }) => set({ message: target.value })}
            />
          )}
          <Switch
            label="Tell them who ordered"
            checked={recipient.namesPayer}
            onChange={(namesPayer) => set({ namesPayer })}
          />
          <SelectField
            label="Messages about the delivery go to"
            value={recipient.news}
            error={problemOf('news')}
            onChange={({ target }) =>
              set({ news: NEWS_READERS.find((one) => one === target.value) ?? 'payer' })
            }
          >
            {NEWS_READERS.map((reader) => (
              <option key={reader} value={reader}>
                {READERS[reader]}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </OrderPanel>
  );
}
