import { ServiceOptions, useHasServices } from '#areas/menu/web/service-options.tsx';
import {
  MEAL_FIELDS,
  type MealFieldRow,
  fieldsIn,
  isRequired,
  type FieldOfType,
  wireName,
} from '#areas/menu/rules/meal-fields.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { DraftArea, DraftField, FieldGroup, useTextOf, useEditedMealHere } from './meal-draft.tsx';
import { PictureField } from '#areas/recipes/web/portal/meal-picture.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { withPlainNames } from '#areas/needs/rules/gate/list-allergens.ts';
import { DIETS, type Diet, dietText } from '#areas/needs/rules/food-needs.ts';
import { ALLERGENS, type Allergen, allergenStatement } from '#areas/needs/rules/allergens.ts';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';

export function MealFields() {
  return (
    <>
      <MenuFields />
      <FieldGroup legend="Picture">
        <PictureField />
      </FieldGroup>
      <NutritionFields />
      <FieldGroup legend="Ingredients and allergens">
        <DraftArea
          name="ingredients"
          label="Ingredients"
          hint="In descending order of weight, allergens named, as on the label"
          rows={4}
        />
        <PlainNames />
        <AllergenFields />
        <DietFields />
        <NumberRow fields={fieldsIn('ingredients', 'number')} />
      </FieldGroup>
      <FieldGroup legend="Storage and heating">
        <TextAreas fields={[...fieldsIn('keeping', 'text'), ...fieldsIn('heating', 'text')]} />
        <NumberRow fields={[...fieldsIn('keeping', 'number'), ...fieldsIn('heating', 'number')]} />
        <p className="text-sm text-ink-soft">
          Core temperature: what a cook’s reading must show. Blank: the kitchen’s own limit. 0: a
          dish served cold, without a limit.
        </p>
        <FreezingField />
      </FieldGroup>
      <FieldGroup
        legend="Dates on sale"
        hint="First and last day, both included. Leave blank for no limit."
      >
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <DraftField name="availableFrom" label="Available from" type="date" />
          <DraftField name="availableTo" label="Available to" type="date" />
        </div>
      </FieldGroup>
    </>
  );
}

function MenuFields() {
  const { draft, change } = useEditedMealHere();
  const mealType = useTextOf('mealType');
  const hasTypes = useHasServices(draft.mealType);
  return (
    <FieldGroup legend="On the menu">
      <DraftField
        name="name"
        label="Name"
        maxLength={MEAL_FIELDS.name.value.maxLength}
        autoComplete="off"
      />
      <DraftArea name="description" label="Description" rows={3} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {hasTypes && (
          <SelectField label="Meal type" {...mealType}>
            <ServiceOptions also={draft.mealType} />
          </SelectField>
        )}
        <DraftField name="price" label="Price ($)" inputMode="decimal" placeholder="14.99" />
      </div>
      <Switch
        label="Active: customers can order it"
        checked={draft.isActive}
        onChange={(isActive) => change({ isActive })}
      />
      <NumberRow fields={fieldsIn('menu', 'number')} />
    </FieldGroup>
  );
}

function FreezingField() {
  const freezable = useTextOf('freezable');
  return (
    <SelectField
      label="Can be frozen"
      hint="Labels say “Freeze on arrival” only for meals that can be frozen"
      {...freezable}
    >
      <option value="">Not known</option>
      <option value="yes">Yes</option>
      <option value="no">No</option>
    </SelectField>
  );
}

const FOUR_IN_A_ROW = 'grid grid-cols-2 items-start gap-4 sm:grid-cols-4';

function NutritionFields() {
  const fields = fieldsIn('nutrition', 'number');
  const { energy } = useEditedMealHere().warnings;
  return (
    <FieldGroup legend="Nutrition of one serving">
      <NumberRow fields={fields.filter(isRequired)} className={FOUR_IN_A_ROW} />
      <div role="status" className="empty:-mt-4">
        {energy && <Notice tone="warning">{energy}</Notice>}
      </div>
      <NumberRow fields={fields.filter((field) => !isRequired(field))} className={FOUR_IN_A_ROW} />
      <p className="text-sm text-ink-soft">
        Leave the second row blank if not measured or calculated.
      </p>
    </FieldGroup>
  );
}

/** What the ingredient list leaves to guess, under its field; plain names are put in by a tap. */
function PlainNames() {
  const { draft, change, problems, warnings } = useEditedMealHere();
  const text = withPlainNames(draft.ingredients);
  const mayPutIn = warnings.ingredients !== null && text !== draft.ingredients;
  return (
    <div role="status" className="grid gap-2 empty:-mt-4">
      {warnings.ingredients && !problems.ingredients && (
        <Notice tone="warning">{warnings.ingredients}</Notice>
      )}
      {mayPutIn && (
        <Button
          variant="secondary"
          size="small"
          className="justify-self-start"
          onClick={() => change({ ingredients: text })}
        >
          Put it in
        </Button>
      )}
    </div>
  );
}

function TextAreas({ fields }: { fields: readonly FieldOfType<'text'>[] }) {
  return fields.map((field) => (
    <DraftArea key={field} name={wireName(field)} label={MEAL_FIELDS[field].names.label} rows={2} />
  ));
}

type NumberRowProps = { fields: readonly FieldOfType<'number'>[]; className?: string };

/** Beside each other; nothing at all for no fields. */
function NumberRow({
  fields,
  className = 'grid items-start gap-4 sm:grid-cols-2',
}: NumberRowProps) {
  if (fields.length === 0) return null;
  return (
    <div className={className}>
      {fields.map((field) => (
        <DraftField
          key={field}
          name={wireName(field)}
          label={numberLabel(field)}
          inputMode={MEAL_FIELDS[field].value.decimals === 0 ? 'numeric' : 'decimal'}
        />
      ))}
    </div>
  );
}

/** "Protein (g)", unless the table has another for the form. */
function numberLabel(field: FieldOfType<'number'>): string {
  const { label, form }: MealFieldRow['names'] = MEAL_FIELDS[field].names;
  const { unit }: { unit: string | null } = MEAL_FIELDS[field].value;
  return form ?? (unit === null ? label : `${label} (${unit})`);
}

/** Diets that staff vouch for: what the recipe says of wheat, milk, pork and beef is worked out. */
function DietFields() {
  const { draft, change, warnings } = useEditedMealHere();

  function tick(diet: Diet, isTicked: boolean) {
    change({
      dietaryTags: DIETS.filter((known) =>
        known === diet ? isTicked : draft.dietaryTags.includes(known),
      ),
    });
  }

  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1 font-semibold">Diets</legend>
      <div className="grid gap-x-4 rounded-2xl bg-sunken px-4 py-2 sm:grid-cols-2">
        {DIETS.map((diet) => (
          <label key={diet} className="flex min-h-11 items-center gap-2.5">
            <input
              type="checkbox"
              className="size-5 shrink-0"
              checked={draft.dietaryTags.includes(diet)}
              onChange={(event) => tick(diet, event.target.checked)}
            />
            {dietText(diet)}
          </label>
        ))}
      </div>
      <p className="text-sm text-ink-soft">
        Tick only what the whole recipe keeps to. Halal, kosher and low FODMAP are your word to the
        customer.
      </p>
      <div role="status" className="empty:-mt-2">
        {warnings.diets && <Notice tone="warning">{warnings.diets}</Notice>}
      </div>
    </fieldset>
  );
}

const PROBLEM_ID = 'allergens-problem';
const CHECKBOX_CLASS = 'flex min-h-11 items-center gap-2.5';

/** "Not declared" is a value of its own: it never reads as "none". */
function AllergenFields() {
  const { draft, change, problems, warnings } = useEditedMealHere();
  const { areAllergensDeclared: isDeclared, allergens } = draft;
  const problem = problems.allergens;

  function declare(value: boolean) {
    change({ areAllergensDeclared: value });
  }

  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1 font-semibold">Allergens</legend>
      <label className={CHECKBOX_CLASS}>
        <input
          type="radio"
          name="allergens-declared"
          className="size-5 shrink-0"
          checked={!isDeclared}
          onChange={() => declare(false)}
        />
        Not declared
      </label>
      <label className={CHECKBOX_CLASS}>
        <input
          type="radio"
          name="allergens-declared"
          className="size-5 shrink-0"
          checked={isDeclared}
          data-invalid={problem ? true : undefined}
          aria-describedby={problem ? PROBLEM_ID : undefined}
          onChange={() => declare(true)}
        />
        Declared: contains the allergens ticked
      </label>
      {isDeclared && (
        <Ticks chosen={allergens} onChange={(chosen) => change({ allergens: chosen })} />
      )}
      <details open={draft.mayContain.length > 0}>
        <summary className="flex min-h-11 items-center font-semibold text-primary underline underline-offset-4">
          May contain traces{draft.mayContain.length > 0 && ` (${draft.mayContain.length})`}
        </summary>
        <Ticks
          prefix="Traces of "
          chosen={draft.mayContain}
          onChange={(mayContain) => change({ mayContain })}
        />
      </details>
      <p className="text-sm text-ink-soft">
        Customers see: “{allergenStatement(isDeclared ? allergens : null)}”
      </p>
      <div role="status" id={PROBLEM_ID} className="empty:-mt-2">
        {problem ? (
          <Notice tone="error">{problem}</Notice>
        ) : (
          warnings.allergens && <Notice tone="warning">{warnings.allergens}</Notice>
        )}
      </div>
    </fieldset>
  );
}

type TicksProps = {
  chosen: readonly Allergen[];
  /** Said before each name to who only hears it. */
  prefix?: string;
  onChange: (chosen: Allergen[]) => void;
};

function Ticks({ chosen, prefix, onChange }: TicksProps) {
  function tick(allergen: Allergen, isTicked: boolean) {
    onChange(ALLERGENS.filter((one) => (one === allergen ? isTicked : chosen.includes(one))));
  }
  return (
    <div className="grid grid-cols-2 gap-x-4 rounded-2xl bg-sunken px-4 py-2 sm:grid-cols-3">
      {ALLERGENS.map((allergen) => (
        <label key={allergen} className={CHECKBOX_CLASS}>
          <input
            type="checkbox"
            className="size-5 shrink-0"
            checked={chosen.includes(allergen)}
            onChange={({ target }) => tick(allergen, target.checked)}
          />
          {prefix !== undefined && <VisuallyHidden>{prefix}</VisuallyHidden>}
          {allergen}
        </label>
      ))}
    </div>
  );
}
