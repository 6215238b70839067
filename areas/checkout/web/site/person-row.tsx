import { memo, type ReactNode, useState, type ComponentProps } from 'react';
import { LONGEST_NAME } from '#platform/rules/customer-name.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import type { Person } from '#areas/order-book/rules/people.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { formatCount } from './order-totals.ts';
import { FoodNeedsFields } from './food-needs-fields.tsx';
import type { CustomerField } from '#areas/order-book/rules/order-draft.ts';
import { customerFieldId, type CustomerFieldsProps } from './customer-fields.ts';

type PersonRowProps = {
  number: number;
  person: Person;
  /** What is wrong with the name; shown once the field has lost focus. */
  problem: string | null;
  plans: readonly number[];
  /** That traces are possible. */
  traces: string;
  onRename: (index: number, name: string) => void;
  onChoosePlan: (index: number, calorieTarget: number) => void;
  onChangeNeeds: (index: number, changes: Partial<FoodNeeds>) => void;
  /** Questions about their note. */
  asked?: ReactNode;
  /** Missing for the only person. */
  onRemove: ((index: number) => void) | undefined;
};

export function nameFieldId(index: number): string {
  return `person-name-${index}`;
}

/**
 * A person: name, calorie target, and what they may not eat. Drawn again only when something of this person changes: a
 * tap must be answered at once.
 */
export const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { number, person, problem, plans, traces, onRename, onChoosePlan, onChangeNeeds } = props;
  const { asked, onRemove } = props;
  const index = number - 1;
  const [hasLeftName, setHasLeftName] = useState(false);
  const name = person.name.trim() || `Person ${number}`;
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_8.5rem] items-start gap-x-2 border-b border-line pt-2">
      <TextField
        label={`Name of person ${number}`}
        hideLabel
        id={nameFieldId(index)}
        value={person.name}
        maxLength={LONGEST_NAME}
        autoComplete="off"
        error={hasLeftName ? problem : null}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setHasLeftName(true)}
        onChange={(event) => {
          setHasLeftName(false);
          onRename(index, event.currentTarget.value);
        }}
      />
      <SelectField
        label={`How many calories a day for ${name}?`}
        hideLabel
        value={person.calorieTarget}
        onChange={(event) => onChoosePlan(index, Number(event.currentTarget.value))}
      >
        {plans.map((plan) => (
          <option key={plan} value={plan}>
            {formatCount(plan)} Cal
          </option>
        ))}
      </SelectField>
      <div className="col-span-2 grid min-w-0 gap-2 pr-11">
        <FoodNeedsFields
          name={name}
          needs={person}
          traces={traces}
          onChange={(changes) => onChangeNeeds(index, changes)}
        />
        {asked}
      </div>
      {onRemove && (
        <button
          type="button"
          aria-label={`Remove ${name}`}
          onClick={() => onRemove(index)}
          className="absolute top-14 right-0 grid size-11 place-items-center rounded-full text-xl text-ink-soft hover:text-danger"
        >
          <span aria-hidden="true">×</span>
        </button>
      )}
    </li>
  );
});

type CustomerTextFieldProps = CustomerFieldsProps & { field: CustomerField } & Pick<
    ComponentProps<typeof TextField>,
    'label' | 'hint' | 'optional' | 'type' | 'autoComplete' | 'inputMode' | 'maxLength'
  >;

/** A text field of the customer, wired to the draft and its problems. */
export function CustomerTextField({
  field,
  customer,
  problems,
  onEdit,
  onLeave,
  ...input
}: CustomerTextFieldProps) {
  return (
    <TextField
      {...input}
      id={customerFieldId(field)}
      name={field}
      value={customer[field]}
      error={problems[field] ?? null}
      onChange={(event) => onEdit({ [field]: event.currentTarget.value })}
      onBlur={() => onLeave(field)}
    />
  );
}
