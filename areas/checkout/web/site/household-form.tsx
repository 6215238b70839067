import { type SubmitEvent, useState } from 'react';
import {
  type CustomerDraft,
  type CustomerField,
  customerProblems,
} from '#areas/order-book/rules/order-draft.ts';
import { nameProblem } from '#areas/order-book/rules/people.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useMenu } from '#areas/menu/web/menu-data.ts';
import {
  distinctName,
  type RememberedHousehold,
  LONGEST_HOUSEHOLD_NAME,
} from '#areas/checkout/web/site/kept-households.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { AddressFields } from './address-fields.tsx';
import { ContactFields } from './contact-fields.tsx';
import { CUSTOMER_FIELDS, customerFieldId } from './customer-fields.ts';
import { PeopleList } from './people-list.tsx';
import { nameFieldId } from './person-row.tsx';

type HouseholdFormProps = {
  household: RememberedHousehold;
  names: readonly Pick<RememberedHousehold, 'name'>[];
  onSave: (changed: RememberedHousehold) => void;
  onCancel: () => void;
};

type KeptPerson = RememberedHousehold['people'][number];

/** The same fields as in the order, for what this device keeps. */
export function HouseholdForm({ household, names, onSave, onCancel }: HouseholdFormProps) {
  const { business: facts } = useConfig();
  const menu = useMenu();
  const [edited, setEdited] = useState(household);
  const [shown, setShown] = useState<Partial<Record<CustomerField, string>>>({});
  const { people, customer, contactOf } = edited;
  const whole = people.map((person) => ({ ...person, mealAssignments: [] }));

  function editPerson(index: number, changes: Partial<KeptPerson>) {
    setEdited((before) => ({
      ...before,
      people: before.people.map((person, at) =>
        at === index ? { ...person, ...changes } : person,
      ),
    }));
  }
  function edit(changes: Partial<CustomerDraft>) {
    setEdited((before) => ({ ...before, customer: { ...before.customer, ...changes } }));
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const problems = customerProblems(customer, facts, contactOf);
    const first = CUSTOMER_FIELDS.find((field) => problems[field]);
    const unnamed = people.findIndex((_, index) => nameProblem(whole, index) !== null);
    setShown(problems);
    if (unnamed >= 0) document.getElementById(nameFieldId(unnamed))?.focus();
    else if (first) document.getElementById(customerFieldId(first))?.focus();
    else onSave({ ...edited, name: distinctName(edited.name, names) });
  }

  const fields = { customer, problems: shown, onEdit: edit, onLeave: () => {} };
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <TextField
        label="Name of this household"
        value={edited.name}
        maxLength={LONGEST_HOUSEHOLD_NAME}
        autoComplete="off"
        onChange={(event) => {
          const name = event.currentTarget.value;
          setEdited((before) => ({ ...before, name }));
        }}
      />
      <PeopleList
        people={whole}
        meals={menu}
        facts={facts}
        rename={(index, name) => editPerson(index, { name })}
        choosePlan={(index, calorieTarget) =>
          editPerson(index, { calorieTarget, secondHelpings: 0 })
        }
        changeNeeds={editPerson}
        remove={(index) =>
          setEdited((before) => ({
            ...before,
            people: before.people.filter((_, at) => at !== index),
          }))
        }
      />
      <ContactFields
        {...fields}
        contactOf={contactOf}
        onOtherContact={() => setEdited((before) => ({ ...before, contactOf: undefined }))}
      />
      <AddressFields {...fields} facts={facts} isTheirs={edited.recipient !== undefined} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Save on this device</Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
