/** Rows of a file as recipes: what each makes, what goes in, and how. Ours. */
import { type InputUnit, readQuantity, readUnit } from '#areas/menu/rules/units.ts';
import { searchKey } from '#platform/rules/search-key.ts';
import { foodKey } from '#areas/recipes/rules/read-lines.ts';
import type { ImportColumn } from '#platform/rules/imports.ts';

/** In the sequence of our own file. */
export const RECIPE_COLUMNS: readonly ImportColumn[] = [
  { key: 'recipe', label: 'Recipe', names: ['dish', 'meal', 'component'], isNeeded: true },
  { key: 'makes', label: 'Makes', names: ['yield', 'portions', 'serves'] },
  { key: 'ingredient', label: 'Ingredient', names: ['item', 'food'], isNeeded: true },
  { key: 'amount', label: 'Amount', names: ['quantity', 'qty'], isNeeded: true },
  { key: 'unit', label: 'Unit', names: ['uom', 'measure'] },
  { key: 'step', label: 'Step', names: ['steps', 'method', 'instructions'] },
];

/** Portions of a meal, or so much of what is cooked for meals. */
type Makes =
  | { of: 'meal'; portions: number }
  | { of: 'component'; amount: string; unit: InputUnit };

export type FileLine = { row: number; name: string; amount: string; unit: InputUnit | null };

export type FileRecipe = {
  /** Its first row, and the others. */
  row: number;
  others: number[];
  name: string;
  /** As it is written; null: it says nothing, or nothing that we can read. */
  makes: Makes | null;
  lines: FileLine[];
  /** One each. */
  steps: string[];
  problems: string[];
};

type FileRow = { row: number; cells: Readonly<Partial<Record<string, string>>> };

/** A row without a recipe's name belongs to the recipe above it, as a table has it whose cells are joined. */
export function readRecipes(rows: readonly FileRow[]): FileRecipe[] {
  const recipes: (FileRecipe & { makesText: string })[] = [];
  for (const { row, cells } of rows) {
    const { recipe: name = '', makes: makesText = '', ingredient = '', step = '' } = cells;
    const last = recipes.at(-1);
    const continues =
      last !== undefined &&
      (name === '' || searchKey(name) === searchKey(last.name)) &&
      (makesText === '' || makesText === last.makesText);
    if (!continues)
      recipes.push({
        row,
        others: [],
        name,
        makes: readMakes(makesText),
        makesText,
        lines: [],
        steps: [],
        problems: [
          ...(name === '' ? ['Recipe is missing.'] : []),
          ...(makesText !== '' && readMakes(makesText) === null
            ? [
                `Makes: “${makesText}” is neither portions, such as 10, nor an amount, such as 5 kg.`,
              ]
            : []),
        ],
      });
    else last.others.push(row);
    const recipe = continues ? last : recipes.at(-1);
    if (!recipe) continue;
    if (step !== '') recipe.steps.push(step);
    const { amount = '', unit = '' } = cells;
    if (ingredient === '' && amount === '') continue;
    const line = readLineOf(row, ingredient, amount && `${amount} ${unit}`.trim());
    if ('problem' in line) recipe.problems.push(`Row ${row}: ${line.problem}`);
    else recipe.lines.push(line);
  }
  return recipes.map(({ makesText: _text, ...recipe }) => ({
    ...recipe,
    problems:
      recipe.lines.length === 0 && recipe.problems.length === 0
        ? ['It has no ingredients.']
        : recipe.problems,
  }));
}

/** "10", "serves 4", "5 kg"; null: neither portions nor a weight or volume. */
function readMakes(text: string): Makes | null {
  const found = readQuantity(
    text.replaceAll(/\b(?:portions?|serves?|servings?|meals?)\b/gi, '').trim(),
  );
  if (!found) return null;
  const { amount, unit } = found;
  const portions = Number(amount);
  if (unit === null) return Number.isInteger(portions) ? { of: 'meal', portions } : null;
  return unit === 'piece' || unit === 'dozen' ? null : { of: 'component', amount, unit };
}

function readLineOf(row: number, name: string, said: string): FileLine | { problem: string } {
  if (name === '') return { problem: 'Ingredient is missing.' };
  if (said === '') return { problem: `${name} has no amount.` };
  const found = readQuantity(said);
  if (found) {
    // A spreadsheet's sums have more places than anyone weighs.
    const amount = String(Number(Number(found.amount).toFixed(6)));
    return { row, name, amount, unit: found.unit };
  }
  const word = said.split(' ').at(-1) ?? '';
  const isUnit = !/^[a-z]/i.test(word) || readUnit(word) !== null;
  return {
    problem: isUnit
      ? `${name}: “${said}” is not an amount, such as 1.5 kg.`
      : `${name}: “${word}” is not a unit we know. Write g, kg, ml, l, tsp, tbsp, cup or piece.`,
  };
}

/**
 * All of this name, or of the name before a comma and how it is cut after it; null: none. Never by a part of a name: rice is no
 * rice noodles.
 */
export function findFood<Food extends { name: string }>(
  name: string,
  known: readonly Food[],
): { foods: Food[]; prep: string } | null {
  const parts = name.split(/\s*,\s*/);
  for (let count = parts.length; count > 0; count -= 1) {
    const start = parts.slice(0, count).join(', ');
    const prep = parts.slice(count).join(', ');
    for (const keyOf of [searchKey, foodKey]) {
      const foods = known.filter((one) => keyOf(one.name) === keyOf(start));
      if (foods.length > 0) return { foods, prep };
    }
  }
  return null;
}
