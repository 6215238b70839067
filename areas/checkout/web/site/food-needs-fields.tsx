import { capitalised } from '#platform/rules/capitalised.ts';
import { type ReactNode, useId, useState } from 'react';
import { FOOD_NEEDS_CONSENT } from '#areas/menu/rules/cross-contact.ts';
import {
  ALLERGEN_GROUPS,
  type AllergenGroup,
  FURTHER_GROUPS,
  groupState,
  toggleGroup,
} from '#areas/needs/rules/allergens.ts';
import {
  type Diet,
  DIETS,
  dietText,
  type FoodNeeds,
  hasFoodNeeds,
  LONGEST_FOOD_NOTE,
} from '#areas/needs/rules/food-needs.ts';
import { needsLine } from '#areas/needs/rules/food-needs-text.ts';
import { AvoidField } from '#areas/needs/web/avoid-field.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';

type FoodNeedsFieldsProps = {
  /** Whom they are about. */
  name: string;
  needs: FoodNeeds;
  onChange: (changes: Partial<FoodNeeds>) => void;
  /** That traces are possible. */
  traces: string;
};

const FIRST_DIETS: readonly Diet[] = ['vegetarian', 'vegan'];
const FURTHER_DIETS = DIETS.filter((diet) => !FIRST_DIETS.includes(diet));
const CHECKED = { on: true, partly: 'mixed', off: false } as const;

/** What a person may not eat, folded until wanted; the folded line says what is inside. */
export function FoodNeedsFields({ name, needs, onChange, traces }: FoodNeedsFieldsProps) {
  // Six people's chips, most of them never seen, would make every tap of the step wait.
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="group min-w-0" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 items-center gap-2 text-ink-soft">
        <span aria-hidden="true" className="transition-transform group-open:rotate-90">
          ›
        </span>
        <span className="min-w-0 wrap-anywhere">
          <span>
            Allergies, diet<span className="sr-only"> of {name}</span>
          </span>
          {hasFoodNeeds(needs) ? (
            // All of it, because a shortened list would hide an allergen.
            <span className="block text-ink">{needsLine({ ...needs, name })}</span>
          ) : (
            ': none'
          )}
        </span>
      </summary>
      {isOpen && (
        <div className="grid gap-4 pb-4">
          <AllergenChips name={name} needs={needs} onChange={onChange} />
          <AvoidField name={name} needs={needs} onChange={onChange} />
          <DietChips name={name} needs={needs} onChange={onChange} />
          <FoodNote name={name} needs={needs} onChange={onChange} />
          <p className="text-sm">{traces}</p>
          <p className="text-sm text-ink-soft">{FOOD_NEEDS_CONSENT}</p>
        </div>
      )}
    </details>
  );
}

type PartProps = Omit<FoodNeedsFieldsProps, 'traces'>;

function AllergenChips({ name, needs, onChange }: PartProps) {
  const chip = (group: AllergenGroup) => (
    <CheckChip
      key={group.name}
      checked={CHECKED[groupState(needs.allergens, group)]}
      onToggle={() => onChange({ allergens: toggleGroup(needs.allergens, group) })}
    >
      {group.name}
    </CheckChip>
  );
  return (
    <ChipGroup
      legend={`${name} can’t have`}
      more={FURTHER_GROUPS.map(chip)}
      moreLabel="More allergens"
    >
      {ALLERGEN_GROUPS.map(chip)}
    </ChipGroup>
  );
}

function DietChips({ name, needs: { diets }, onChange }: PartProps) {
  const toggle = (diet: Diet) =>
    DIETS.filter((other) => (other === diet ? !diets.includes(diet) : diets.includes(other)));
  const chip = (diet: Diet) => (
    <CheckChip
      key={diet}
      checked={diets.includes(diet)}
      onToggle={() => onChange({ diets: toggle(diet) })}
    >
      {capitalised(dietText(diet))}
    </CheckChip>
  );
  return (
    <ChipGroup legend={`${name}’s diet`} more={FURTHER_DIETS.map(chip)} moreLabel="More diets">
      {FIRST_DIETS.map(chip)}
    </ChipGroup>
  );
}

type ChipGroupProps = {
  legend: string;
  children: ReactNode;
  more: ReactNode;
  moreLabel: string;
};

function ChipGroup({ legend, children, more, moreLabel }: ChipGroupProps) {
  const [isMore, setIsMore] = useState(false);
  const moreId = useId();
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {children}
        <button
          type="button"
          aria-expanded={isMore}
          aria-controls={moreId}
          onClick={() => setIsMore(!isMore)}
          className="min-h-11 rounded-full border border-dashed border-control px-3.5 text-sm font-semibold text-primary hover:bg-primary-soft"
        >
          <span aria-hidden="true">{isMore ? 'Less' : 'More'}</span>
          <span className="sr-only">{isMore ? moreLabel.replace('More', 'Fewer') : moreLabel}</span>
        </button>
      </div>
      <div id={moreId} hidden={!isMore} className="flex flex-wrap gap-2">
        {isMore && more}
      </div>
    </fieldset>
  );
}

/** For the kitchen to read: what no list has a name for. */
function FoodNote({ name, needs, onChange }: PartProps) {
  return (
    <TextAreaField
      label={
        <>
          Note<span className="sr-only"> on what {name} eats</span>
        </>
      }
      optional
      rows={2}
      maxLength={LONGEST_FOOD_NOTE}
      value={needs.note}
      hint={`${needs.note.length}/${LONGEST_FOOD_NOTE}`}
      onChange={(event) => onChange({ note: event.currentTarget.value })}
    />
  );
}
