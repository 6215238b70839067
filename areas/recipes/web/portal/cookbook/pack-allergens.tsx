import { ALLERGENS, type Allergen } from '#areas/needs/rules/allergens.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import type { IngredientFields } from './recipe-draft.ts';

function AllergenChips({
  chosen,
  onChange,
}: {
  chosen: readonly Allergen[];
  onChange: (chosen: Allergen[]) => void;
}) {
  return (
    <div className="flex flex-wrap gap-2">
      {ALLERGENS.map((allergen) => (
        <CheckChip
          key={allergen}
          checked={chosen.includes(allergen)}
          onToggle={() =>
            onChange(
              ALLERGENS.filter((each) =>
                each === allergen ? !chosen.includes(allergen) : chosen.includes(each),
              ),
            )
          }
        >
          {allergen}
        </CheckChip>
      ))}
    </div>
  );
}

type PackAllergensProps = {
  fields: Pick<IngredientFields, 'contains' | 'mayContain'>;
  onChange: (change: Partial<IngredientFields>) => void;
};

/** What the pack says is in it. Not read is a value of its own: it never means none. */
export function PackAllergens({ fields, onChange: set }: PackAllergensProps) {
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-semibold">Allergens on its pack</legend>
        <div>
          <CheckChip
            checked={fields.contains !== null}
            onToggle={() => set({ contains: fields.contains === null ? [] : null })}
          >
            I have read the pack
          </CheckChip>
        </div>
        {fields.contains === null ? (
          <p className="text-ink-soft">
            Not known. No meal can declare its allergens with this in it.
          </p>
        ) : (
          <AllergenChips chosen={fields.contains} onChange={(contains) => set({ contains })} />
        )}
      </fieldset>
      {(fields.contains !== null || fields.mayContain.length > 0) && (
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-semibold">May be present, by its pack</legend>
          <AllergenChips
            chosen={fields.mayContain}
            onChange={(mayContain) => set({ mayContain })}
          />
        </fieldset>
      )}
    </>
  );
}
