import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { MEAL_FIELDS } from '#areas/menu/rules/meal-fields.ts';
import { fieldsIn, isRequired } from '#areas/menu/rules/list-meal-fields.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { AllergenFields } from './allergen-fields.tsx';
import { DietFields } from './diet-fields.tsx';
import { DraftArea, DraftField, FieldGroup, useTextOf } from './draft-field.tsx';
import { useEditedMealHere } from './edited-meal.ts';
import { PictureField } from '#areas/recipes/web/portal/picture-field.tsx';
import { NumberRow, TextAreas } from './plain-fields.tsx';
import { PlainNames } from './plain-names.tsx';
import { ProposedIngredients } from './proposed-ingredients.tsx';

/** Every field of a meal; null: a new one. */
export function MealFields({ meal = null }: { meal?: StaffMealReply | null }) {
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
        {meal && <ProposedIngredients meal={meal} />}
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
        <SelectField label="Meal type" {...mealType}>
          <option value="lunch">Lunch</option>
          <option value="dinner">Dinner</option>
        </SelectField>
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
