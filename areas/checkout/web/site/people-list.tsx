import { type ReactNode, useMemo, memo, useState, useId } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import {
  allergensOnMenu,
  crossContactText,
  FOOD_NEEDS_CONSENT,
} from '#areas/menu/rules/cross-contact.ts';
import {
  type FoodNeeds,
  type Diet,
  DIETS,
  dietText,
  hasFoodNeeds,
  LONGEST_FOOD_NOTE,
} from '#areas/needs/rules/food-needs.ts';
import { nameProblem, type Person, mealCount } from '#areas/order-book/rules/people.ts';
import { useOrder, useStableCall } from '#areas/checkout/web/site/order-context.tsx';
import { LONGEST_NAME } from '#platform/rules/customer-name.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField, TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { formatCount } from '#areas/checkout/web/site/order-menu.ts';
import { capitalised } from '#platform/rules/capitalised.ts';
import {
  ALLERGEN_GROUPS,
  type AllergenGroup,
  FURTHER_GROUPS,
  groupState,
  toggleGroup,
} from '#areas/needs/rules/allergens.ts';
import { needsLine } from '#areas/needs/rules/food-needs-text.ts';
import { AvoidField } from '#areas/needs/web/avoid-field.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';

/** Takes the focus when someone is taken off it. */
export const PEOPLE_ID = 'people-list';

/** What can be done with someone at the table, by position. */
type PersonEdits = {
  rename: (index: number, name: string) => void;
  choosePlan: (index: number, calorieTarget: number) => void;
  changeNeeds: (index: number, changes: Partial<FoodNeeds>) => void;
  remove: (index: number) => void;
};

type PeopleListProps = PersonEdits & {
  people: readonly Person[];
  /** For which traces are possible. */
  meals: Parameters<typeof allergensOnMenu>[0];
  facts: Pick<BusinessFacts, 'people' | 'caloriePlans'> & Parameters<typeof crossContactText>[1];
  /** Questions about a person’s note. */
  askedOf?: (person: Person, index: number) => ReactNode;
};

/** Everyone at the table, a row each: in the wizard, of a change, and of what this device keeps. */
export function PeopleList({ people, meals, facts, askedOf, ...edits }: PeopleListProps) {
  const traces = useMemo(() => crossContactText(allergensOnMenu(meals), facts), [meals, facts]);
  const rename = useStableCall(edits.rename);
  const choosePlan = useStableCall(edits.choosePlan);
  const changeNeeds = useStableCall(edits.changeNeeds);
  const remove = useStableCall(edits.remove);
  return (
    <ul id={PEOPLE_ID} tabIndex={-1} aria-label="Who eats" className="max-w-2xl outline-none">
      {people.map((person, index) => (
        // People have no id: their position identifies them.
        <PersonRow
          key={index}
          number={index + 1}
          person={person}
          problem={nameProblem(people, index)}
          plans={facts.caloriePlans}
          traces={traces}
          onRename={rename}
          onChoosePlan={choosePlan}
          onChangeNeeds={changeNeeds}
          asked={askedOf?.(person, index)}
          onRemove={people.length > facts.people.min ? remove : undefined}
        />
      ))}
    </ul>
  );
}

/** For the order in the wizard, or of the one that is changed. */
export function OrderPeople(props: Pick<PeopleListProps, 'remove' | 'askedOf'>) {
  const { draft, dispatch, facts, menu } = useOrder();
  return (
    <PeopleList
      people={draft.people}
      meals={menu.meals}
      facts={facts}
      rename={(index, name) => dispatch({ type: 'person named', index, name })}
      choosePlan={(index, calorieTarget) =>
        dispatch({ type: 'calorie target chosen', index, calorieTarget })
      }
      changeNeeds={(index, changes) =>
        dispatch({ type: 'food needs changed', index, changes, menu })
      }
      {...props}
    />
  );
}

type PersonRowProps = {
  number: number;
  person: Person;
  /** What is wrong with the name; shown once the field has lost focus. */
  problem: string | null;
  plans: readonly number[];
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
const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { number, person, problem, plans, traces, onRename, onChoosePlan, onChangeNeeds } = props;
  const { asked, onRemove } = props;
  const index = number - 1;
  const [hasLeftName, setHasLeftName] = useState(false);
  const name = person.name.trim() || `Person ${number}`;
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_8.5rem] max-[19rem]:grid-cols-1 items-start gap-x-2 border-b border-line pt-2">
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
      <div className="col-span-full grid min-w-0 gap-2 pr-11">
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

type FoodNeedsFieldsProps = {
  name: string;
  needs: FoodNeeds;
  onChange: (changes: Partial<FoodNeeds>) => void;
  traces: string;
};

const FIRST_DIETS: readonly Diet[] = ['vegetarian', 'vegan'];
const FURTHER_DIETS = DIETS.filter((diet) => !FIRST_DIETS.includes(diet));
const CHECKED = { on: true, partly: 'mixed', off: false } as const;

/** What a person may not eat, folded until wanted; the folded line says what is inside. */
function FoodNeedsFields({ name, needs, onChange, traces }: FoodNeedsFieldsProps) {
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

/** The question before something is lost. Imported at once, dialogs would be in the first load of /order, which opens none. */
export const loadQuestions = () => import('#platform/web/ui/feedback/confirm.tsx');

export function useRemovePeople(): {
  remove: (index: number) => void;
  resize: (count: number) => void;
} {
  const { draft, dispatch, facts } = useOrder();
  const remove = useStableCall(async (index: number) => {
    if (!(await mayLeave(draft.people.slice(index, index + 1)))) return;
    dispatch({ type: 'person removed', index });
    focusPeople();
  });
  const resize = useStableCall(async (count: number) => {
    if (await mayLeave(draft.people.slice(count)))
      dispatch({ type: 'people counted', count, calorieTarget: facts.defaultCaloriePlan });
  });
  return { remove, resize };
}

/** After someone was taken off: the focus is, or a dialog has given it back, to a button that is gone. */
export function focusPeople(): void {
  requestAnimationFrame(() => document.getElementById(PEOPLE_ID)?.focus());
}

async function mayLeave(people: readonly Person[]): Promise<boolean> {
  const meals = mealCount(people);
  if (meals === 0) return true;
  const { confirm } = await loadQuestions();
  return confirm({
    title: `Remove ${new Intl.ListFormat('en-AU').format(people.map(({ name }) => name))}?`,
    text:
      meals === 1 ? 'Their meal will be removed too.' : `Their ${meals} meals will be removed too.`,
    act: 'Remove',
    keep: 'Keep',
  });
}
