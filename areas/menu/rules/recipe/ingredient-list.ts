/** The ingredient list that a recipe gives, proposed beside the declared text. Food Standards Code 1.2.4. */
import { type Allergen, ALLERGENS, isNamedPlainly } from '#areas/needs/rules/allergens.ts';
import { type Pot, servedLines } from './served-lines.ts';

export type LabelledLine = {
  ingredientId: number;
  grams: number;
  /** As a label names it: "cucumber". */
  labelName: string;
  /** What a bought ingredient is made of: "water, soy, wheat, salt"; empty: nothing but itself. */
  labelParts: string;
  contains: readonly Allergen[] | null;
  /** Cooking boils some of it away. */
  isWater: boolean;
};

/** The parts of a bought ingredient are named from this share of the whole on. */
const PARTS_FROM_PERCENT = 5;

type Share = { line: LabelledLine; grams: number };

/**
 * "Potato, chicken breast, soy sauce (water, soy, wheat, salt), fish sauce (fish).": heaviest first by ingoing weight,
 * water as what stays. The allergens of a bought ingredient are always named.
 */
export function ingredientList(
  lines: Pot<LabelledLine>['lines'],
  components: ReadonlyMap<number, Pot<LabelledLine>>,
): string {
  const cooked = new Map(
    [...components].map(([id, component]) => [id, withoutSteam(component)] as const),
  );
  const grams = new Map<number, number>();
  const byId = new Map<number, LabelledLine>();
  for (const { line, times } of servedLines(lines, cooked, 'eaten')) {
    byId.set(line.ingredientId, line);
    grams.set(line.ingredientId, (grams.get(line.ingredientId) ?? 0) + line.grams * times);
  }
  const shares = [...byId]
    .map(([id, line]): Share => ({ line, grams: grams.get(id) ?? 0 }))
    .filter((share) => share.grams > 0)
    .toSorted((a, b) => b.grams - a.grams || (a.line.labelName < b.line.labelName ? -1 : 1));
  const whole = shares.reduce((total, share) => total + share.grams, 0);
  const text = shares.map((share) => nameOf(share, whole)).join(', ');
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** What a pot weighs less than what went in is water. Components in millilitres count as grams. */
function withoutSteam(component: Pot<LabelledLine>): Pot<LabelledLine> {
  const wentIn = component.lines.reduce(
    (total, line) => total + ('grams' in line ? line.grams : line.qty),
    0,
  );
  let steam = Math.max(0, wentIn - component.pot);
  const lines = component.lines.map((line) => {
    if (!('isWater' in line) || !line.isWater) return line;
    const lost = Math.min(line.grams, steam);
    steam -= lost;
    return { ...line, grams: line.grams - lost };
  });
  return { ...component, lines };
}

function nameOf({ line, grams }: Share, whole: number): string {
  const { labelName, labelParts } = line;
  const namesParts = labelParts !== '' && grams * 100 >= whole * PARTS_FROM_PERCENT;
  const named = namesParts ? `${labelName} ${labelParts}` : labelName;
  const allUnnamed = ALLERGENS.filter(
    (allergen) => line.contains?.includes(allergen) && !isNamedPlainly(named, allergen),
  );
  // Wheat names the grain of its gluten.
  const unnamed = allUnnamed.filter((one) => one !== 'gluten' || !allUnnamed.includes('wheat'));
  const brackets = [...(namesParts ? [labelParts] : []), ...unnamed].join(', ');
  return brackets === '' ? labelName : `${labelName} (${brackets})`;
}
