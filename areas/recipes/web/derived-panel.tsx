import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { formatDollars, parseAmount } from '#platform/rules/money.ts';
import type { DerivedMeal } from '#areas/menu/rules/derive-meal.ts';
import type { LabelFigure } from '#areas/menu/rules/nutrition.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';

type LabelledFigure =
  | 'calories'
  | 'protein'
  | 'carbs'
  | 'sugars'
  | 'fat'
  | 'saturatedFat'
  | 'sodium';

const FIGURES: Record<LabelFigure, { name: string; unit: string; label: LabelledFigure }> = {
  calories: { name: 'Energy', unit: 'Cal', label: 'calories' },
  proteinGrams: { name: 'Protein', unit: 'g', label: 'protein' },
  carbsGrams: { name: 'Carbs', unit: 'g', label: 'carbs' },
  sugarsGrams: { name: 'Sugars', unit: 'g', label: 'sugars' },
  fatGrams: { name: 'Fat', unit: 'g', label: 'fat' },
  saturatedFatGrams: { name: 'Saturated fat', unit: 'g', label: 'saturatedFat' },
  sodiumMg: { name: 'Sodium', unit: 'mg', label: 'sodium' },
};

type DerivedPanelProps = {
  /** Null: a new one, which declares nothing yet. */
  meal: StaffMealReply | null;
  derived: DerivedMeal;
  price: string;
};

/** What the lines make of one portion, as they are typed, beside what the meal declares. */
export function DerivedPanel({ meal, derived, price }: DerivedPanelProps) {
  const { allergens, nutrition, differences, cost, portionGrams } = derived;
  const unknown = [...new Set(Object.values(nutrition.unknown).flat())].toSorted();
  const priceCents = parseAmount(price.trim()) ?? 0;
  const differs = new Set(differences.map(({ figure }) => figure));
  return (
    <Card
      as="section"
      aria-label="One portion by this recipe"
      className="grid content-start gap-4 self-start"
    >
      <h3 className="text-lg">One portion by this recipe</h3>
      <div className="grid gap-2">
        <p>
          <strong>{allergensText(derived)}</strong>
        </p>
        {allergens.mayContain.length > 0 && (
          <p className="text-ink-soft">May be present: {allergens.mayContain.join(', ')}</p>
        )}
        {allergens.unchecked.length > 0 && (
          <Notice tone="error" title="Nobody has read these packs">
            {allergens.unchecked.join(', ')}
          </Notice>
        )}
        {allergens.missing.length > 0 && (
          <Notice tone="error" title={`The meal does not declare ${allergens.missing.join(', ')}`}>
            You will be asked about it when you save.
          </Notice>
        )}
        {allergens.extra.length > 0 && (
          <p>Declared, but in no ingredient: {allergens.extra.join(', ')}</p>
        )}
      </div>
      <DataTable
        caption="Nutrition of one portion"
        rows={Object.entries(FIGURES)}
        keyOf={([figure]) => figure}
        columns={[
          { name: 'name', header: 'For one portion', cell: ([, { name }]) => name },
          {
            name: 'worked',
            header: 'Recipe',
            align: 'end',
            cell: ([figure, { unit }]) => {
              const worked = nutrition[figure as LabelFigure];
              return worked === null ? 'not known' : `${worked} ${unit}`;
            },
          },
          ...(meal === null ? [] : [labelColumn(meal, differs)]),
        ]}
      />
      {unknown.length > 0 && <p className="text-sm">No figures for {unknown.join(', ')}.</p>}
      <p>
        Weighs {portionGrams === null ? 'an unknown amount' : `${portionGrams} g`} as put together
        {meal?.servingGrams != null && `; the label says ${meal.servingGrams} g`}.
      </p>
      <p>
        {cost.costCents === null
          ? `No cost: no price for ${cost.unpriced.join(', ')}.`
          : `Costs ${formatDollars(cost.costCents)} in food and packaging, without labour.`}
        {cost.costCents !== null &&
          priceCents > 0 &&
          ` Of ${formatDollars(priceCents)} that leaves ${formatDollars(cost.marginCents)} (${cost.marginTenths / 10}%).`}
      </p>
      <div className="grid gap-1">
        <h4 className="font-semibold">Ingredients by weight</h4>
        <p className="text-sm wrap-anywhere">{derived.ingredientList || 'Nothing yet.'}</p>
        {meal !== null && (
          <>
            <h4 className="font-semibold">Declared</h4>
            <p className="text-sm wrap-anywhere">{meal.ingredients || 'Nothing.'}</p>
          </>
        )}
      </div>
    </Card>
  );
}

type Figure = [string, (typeof FIGURES)[LabelFigure]];

function labelColumn(meal: StaffMealReply, differs: ReadonlySet<LabelFigure>): Column<Figure> {
  return {
    name: 'label',
    header: 'Label',
    align: 'end',
    cell: ([figure, { unit, label }]) => (
      <>
        {differs.has(figure as LabelFigure) && (
          <>
            <Badge variant="destructive">differs</Badge>{' '}
          </>
        )}
        {meal[label] === null ? 'not declared' : `${meal[label]} ${unit}`}
      </>
    ),
  };
}

/** Nothing is said of what nobody can know: lines that are missing, or labels that nobody has read. */
function allergensText({
  allergens: { contains, unchecked },
  ingredientList,
}: DerivedMeal): string {
  if (contains.length === 0 && unchecked.length > 0) return 'Its allergens are not known yet';
  if (contains.length === 0 && ingredientList === '') return 'Nothing goes in yet';
  return allergenStatement(contains);
}
