import { useState, type SubmitEvent, type ReactNode } from 'react';
import { joinAddress } from '#areas/business/rules/street-address.ts';
import { hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { needsLine } from '#areas/needs/rules/food-needs-text.ts';
import { SameAsLastWeek } from '#areas/checkout/web/same-as-last-week.tsx';
import {
  type RememberedHousehold,
  distinctName,
  LONGEST_HOUSEHOLD_NAME,
} from '#areas/checkout/web/site/kept-households.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import type { CustomerDraft } from '#areas/order-book/rules/order-draft.ts';
import { type CustomerField, customerProblems } from '#areas/order-book/rules/check-customer.ts';
import { nameProblem } from '#areas/order-book/rules/people.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useMenu } from '#areas/menu/web/menu-data.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import {
  AddressFields,
  ContactFields,
  CUSTOMER_FIELDS,
  customerFieldId,
} from '#areas/checkout/web/site/customer-fields.tsx';
import { PeopleList, focusPeople, nameFieldId } from './people-list.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { ResultPlace } from '#platform/web/ui/feedback/result-place.tsx';

type HouseholdCardProps = {
  household: RememberedHousehold;
  /** For the other households. */
  names: readonly Pick<RememberedHousehold, 'name'>[];
  onSave: (changed: RememberedHousehold) => void;
  onErase: () => void;
};

export function HouseholdCard({ household, names, onSave, onErase }: HouseholdCardProps) {
  // Null: what was saved is said elsewhere.
  const [editing, setEditing] = useState<'begun' | 'given up' | null>(null);
  const { name, lastOrder } = household;
  return (
    <KeptPart title={name} onErase={onErase}>
      <ResultPlace result={editing} className="grid gap-2">
        {editing === 'begun' ? (
          <HouseholdForm
            household={household}
            names={names}
            onCancel={() => setEditing('given up')}
            onSave={(changed) => {
              setEditing(null);
              onSave(changed);
            }}
          />
        ) : (
          <>
            <HouseholdFacts household={household} />
            <div className="flex flex-wrap items-center gap-3">
              <Button variant="secondary" onClick={() => setEditing('begun')}>
                Change<span className="sr-only"> {name}</span>
              </Button>
              {lastOrder && <SameAsLastWeek token={lastOrder.trackingToken} />}
            </div>
          </>
        )}
      </ResultPlace>
    </KeptPart>
  );
}

function HouseholdFacts({ household }: { household: RememberedHousehold }) {
  const { people, customer, contactOf, recipient, lastOrder, stars = [] } = household;
  const email = customer.email || contactOf?.email;
  const phone = customer.phone || contactOf?.phone;
  const address = joinAddress({
    line1: customer.addressLine1,
    line2: customer.addressLine2,
    suburb: customer.suburb,
  });
  return (
    <dl className="grid gap-2 [&_dt]:font-semibold [&_dd]:wrap-anywhere">
      <div>
        <dt>People</dt>
        {people.map((person, index) => (
          <dd key={index}>{describePerson(person)}</dd>
        ))}
      </div>
      <div>
        <dt>Contact</dt>
        <dd>
          {[`${customer.firstName} ${customer.lastName}`.trim(), email, phone]
            .filter(Boolean)
            .join(' · ')}
        </dd>
      </div>
      <div>
        <dt>Address</dt>
        <dd>
          {address}, {customer.deliveryPreference}
        </dd>
        {customer.specialInstructions !== '' && <dd>“{customer.specialInstructions}”</dd>}
      </div>
      {recipient && (
        <div>
          <dt>The food is for</dt>
          <dd>
            {recipient.firstName} {recipient.lastName} · {recipient.phone}
          </dd>
        </div>
      )}
      {stars.length > 0 && (
        <div>
          <dt>Stars</dt>
          <dd>{stars.length === 1 ? 'For 1 meal' : `For ${stars.length} meals`}</dd>
        </div>
      )}
      {lastOrder && (
        <div>
          <dt>Last order</dt>
          <dd>{lastOrder.orderNumber}, with the link to its page</dd>
        </div>
      )}
    </dl>
  );
}

/** "Mia can’t have: cashew. 1500 Cal a day". */
function describePerson(person: RememberedHousehold['people'][number]): string {
  const plan = `${person.calorieTarget} Cal a day`;
  return hasFoodNeeds(person) ? `${needsLine(person)} ${plan}` : `${person.name}: ${plan}`;
}

type HouseholdFormProps = {
  household: RememberedHousehold;
  names: readonly Pick<RememberedHousehold, 'name'>[];
  onSave: (changed: RememberedHousehold) => void;
  onCancel: () => void;
};

type KeptPerson = RememberedHousehold['people'][number];

function HouseholdForm({ household, names, onSave, onCancel }: HouseholdFormProps) {
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
        remove={(index) => {
          setEdited((before) => ({
            ...before,
            people: before.people.filter((_, at) => at !== index),
          }));
          focusPeople();
        }}
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

type KeptPartProps = { title: string; children: ReactNode; onErase: () => void };

export function KeptPart({ title, children, onErase }: KeptPartProps) {
  return (
    <Card as="section" className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="min-w-0 text-xl wrap-anywhere">{title}</h2>
        <Button variant="secondary" size="small" onClick={onErase}>
          Erase<span className="sr-only"> {title}</span>
        </Button>
      </div>
      {children}
    </Card>
  );
}
