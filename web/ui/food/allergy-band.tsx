import { allergyLine } from '#domain/kitchen/allergy-band.ts';
import { dietText } from '#domain/people/diets.ts';
import type { FoodNeeds } from '#domain/people/food-needs.ts';

/** What a person may not eat: the word ALLERGY in white on black, as on the label, then how they eat and their note. */
export function AllergyBand({ person }: { person: { name: string } & FoodNeeds }) {
  const { name, allergens, diets, note } = person;
  const rest = [...diets.map(dietText), ...(note === '' ? [] : [`note: ${note}`])].join('; ');
  return (
    <div className="grid gap-1">
      {allergens.length > 0 && (
        <p className="rounded-md bg-ink px-2.5 py-1 font-bold break-words text-surface print:border-2">
          ALLERGY {allergyLine(person)}
        </p>
      )}
      {rest !== '' && (
        <p className="font-semibold break-words">
          {name}: {rest}
        </p>
      )}
    </div>
  );
}
