import { PillChoice } from '#web/ui/form/pill-choice.tsx';
import { useState } from 'react';
import { LONGEST_NAME } from '#domain/customer/customer-name.ts';
import type { Person } from '#domain/people/people.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { PlaceSetting } from '../meals/place-setting.tsx';
import { formatCount } from '../summary/order-totals.ts';

type PersonCardProps = {
  number: number;
  person: Person;
  /** What is wrong with the name; shown once the field has lost focus. */
  problem: string | null;
  plans: readonly number[];
  onRename: (name: string) => void;
  onChoosePlan: (calorieTarget: number) => void;
  /** Missing for the only person. */
  onRemove: (() => void) | undefined;
};

/** A person: name and calorie target. */
export function PersonCard(props: PersonCardProps) {
  const { number, person, problem, plans, onRename, onChoosePlan, onRemove } = props;
  const [hasLeftName, setHasLeftName] = useState(false);
  return (
    <Card as="li" className="relative grid gap-4">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3">
        <div className="pt-8">
          <PlaceSetting number={number} />
        </div>
        <TextField
          label={
            <>
              Name<span className="sr-only"> of person {number}</span>
            </>
          }
          value={person.name}
          maxLength={LONGEST_NAME}
          autoComplete="off"
          error={hasLeftName ? problem : null}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => setHasLeftName(true)}
          onChange={(event) => {
            setHasLeftName(false);
            onRename(event.currentTarget.value);
          }}
        />
      </div>
      <PillChoice
        legend={
          <>
            Lunch and dinner provide about<span className="sr-only"> for {person.name}</span>
          </>
        }
        value={String(person.calorieTarget)}
        pills={plans.map((plan) => ({
          value: String(plan),
          label: formatCount(plan),
          note: 'Cal a day',
        }))}
        onChange={(plan) => onChoosePlan(Number(plan))}
        layout="even"
      />
      {onRemove && (
        <Button variant="quiet" size="small" className="absolute top-3 right-2" onClick={onRemove}>
          Remove<span className="sr-only"> {person.name || `person ${number}`}</span>
        </Button>
      )}
    </Card>
  );
}
