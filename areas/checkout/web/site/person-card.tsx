import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { memo, type ReactNode, useState } from 'react';
import { LONGEST_NAME } from '#platform/rules/customer-name.ts';
import { planChoiceSentence } from '#areas/calculator/rules/energy/meal-plan-sentence.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import type { Person } from '#areas/order-book/rules/people.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { formatCount } from './order-totals.ts';
import { FoodNeedsFields } from './food-needs-fields.tsx';

type PersonCardProps = {
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
export const PersonCard = memo(function PersonCard(props: PersonCardProps) {
  const {
    number,
    person,
    problem,
    plans,
    traces,
    onRename,
    onChoosePlan,
    onChangeNeeds,
    asked,
    onRemove,
  } = props;
  const index = number - 1;
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
      </div>
      <PillChoice
        legend={
          <>
            How much a day?<span className="sr-only"> for {person.name}</span>
          </>
        }
        value={String(person.calorieTarget)}
        pills={plans.map((plan) => ({
          value: String(plan),
          label: formatCount(plan),
          note: 'Cal a day',
        }))}
        onChange={(plan) => onChoosePlan(index, Number(plan))}
        layout="even"
      />
      <p className="text-sm text-ink-soft">
        {planChoiceSentence(person.calorieTarget, person.secondHelpings)}
      </p>
      <FoodNeedsFields
        name={person.name.trim() || `Person ${number}`}
        needs={person}
        traces={traces}
        onChange={(changes) => onChangeNeeds(index, changes)}
      />
      {asked}
      {onRemove && (
        <Button
          variant="quiet"
          size="small"
          className="absolute top-3 right-2"
          onClick={() => onRemove(index)}
        >
          Remove<span className="sr-only"> {person.name || `person ${number}`}</span>
        </Button>
      )}
    </Card>
  );
});

/** An empty plate between fork and knife, with the person's number. Decoration. */
function PlaceSetting({ number }: { number: number }) {
  return (
    <svg viewBox="0 0 72 56" className="w-18 shrink-0" aria-hidden="true">
      <g fill="none" strokeLinecap="round" className="stroke-control" strokeWidth="2">
        <path d="M5 12v8q0 4 3 4t3-4v-8M8 12v32" />
        <path d="M64 44V12q4 4 4 12l-4 4" strokeLinejoin="round" />
      </g>
      <circle cx="36" cy="28" r="21" className="fill-sunken stroke-line" strokeWidth="1.5" />
      <circle cx="36" cy="28" r="15" className="fill-surface stroke-line" />
      <text
        x="36"
        y="34"
        textAnchor="middle"
        className="fill-ink-soft font-serif text-lg font-semibold"
      >
        {number}
      </text>
    </svg>
  );
}
