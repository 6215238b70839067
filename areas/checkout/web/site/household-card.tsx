import { useState } from 'react';
import { joinAddress } from '#areas/business/rules/street-address.ts';
import { hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { needsLine } from '#areas/needs/rules/food-needs-text.ts';
import { SameAsLastWeek } from '#areas/checkout/web/same-as-last-week.tsx';
import type { RememberedHousehold } from '#areas/checkout/web/site/kept-households.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { HouseholdForm } from './household-form.tsx';
import { KeptPart } from './kept-part.tsx';

type HouseholdCardProps = {
  household: RememberedHousehold;
  /** Of the other households. */
  names: readonly Pick<RememberedHousehold, 'name'>[];
  onSave: (changed: RememberedHousehold) => void;
  onErase: () => void;
};

/** All that is kept of a household, with the ways to change it, to erase it and to order its last meals again. */
export function HouseholdCard({ household, names, onSave, onErase }: HouseholdCardProps) {
  const [isEditing, setIsEditing] = useState(false);
  const { name, lastOrder } = household;
  return (
    <KeptPart title={name} onErase={onErase}>
      {isEditing ? (
        <HouseholdForm
          household={household}
          names={names}
          onCancel={() => setIsEditing(false)}
          onSave={(changed) => {
            setIsEditing(false);
            onSave(changed);
          }}
        />
      ) : (
        <>
          <HouseholdFacts household={household} />
          <div className="flex flex-wrap items-center gap-3">
            <Button variant="secondary" onClick={() => setIsEditing(true)}>
              Change<span className="sr-only"> {name}</span>
            </Button>
            {lastOrder && <SameAsLastWeek token={lastOrder.trackingToken} />}
          </div>
        </>
      )}
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
