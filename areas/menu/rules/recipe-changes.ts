import { formatDollars } from '#platform/rules/money.ts';
import { type BaseUnit, formatExactQuantity } from '#areas/menu/rules/units.ts';
import { type KeepsBecause, keepsBecauseText } from '#areas/menu/rules/recipe-limits.ts';
import type { BookLine } from '#areas/menu/rules/recipe-book.ts';

/** A component or a meal's recipe as it was kept; of an older release, fields may be missing. */
export type KeptRecipe = Record<string, unknown> & { lines: readonly BookLine[] };

type Names = {
  ingredients: ReadonlyMap<number, { name: string; baseUnit: BaseUnit }>;
  components: ReadonlyMap<number, { name: string; baseUnit: BaseUnit }>;
};

const days = (value: unknown) => (value === 1 ? '1 day' : `${value as number} days`);
const yesOrNo = (value: unknown) => (value === true ? 'yes' : 'no');
const plain = (value: unknown) =>
  value === null || value === undefined ? 'not known' : `${value as string}`;
const inMinutes = (value: unknown) => (value === null ? 'not entered' : `${value as number} min`);
const inUnit = (value: unknown, { baseUnit }: KeptRecipe) =>
  formatExactQuantity(value as number, (baseUnit as BaseUnit | undefined) ?? 'g');

const FIELDS: [field: string, name: string, show: (value: unknown, of: KeptRecipe) => string][] = [
  ['name', 'Name', plain],
  ['basis', 'For portions', plain],
  ['potQty', 'Largest batch', inUnit],
  ['minQty', 'Smallest batch', inUnit],
  [
    'gramsPerLitre',
    'A litre weighs',
    (value) => (value === null ? 'not known' : `${value as number} g`),
  ],
  ['wholePots', 'Full batches only', yesOrNo],
  ['keepsDays', 'Keeps', days],
  ['keepsBecause', 'Keeps because', (value) => keepsBecauseText(value as KeepsBecause | null)],
  ['cookAheadDays', 'May be cooked ahead', days],
  ['readyDaysBefore', 'Ready before delivery', days],
  ['restartsLife', 'Cooked through here', yesOrNo],
  ['handsMinutes', 'Hands', inMinutes],
  ['restMinutes', 'Rest', inMinutes],
  ['cookMinutes', 'Cooking', inMinutes],
  ['chillMinutes', 'Chilling', inMinutes],
  ['coreCheck', 'Core is measured', yesOrNo],
  ['equipmentName', 'Cooked in', (value) => (value as string) || 'nothing counted'],
  ['packagingCents', 'Packaging', (value) => formatDollars(value as number)],
];

/** "Garlic: 50 g → 57 g", "Added mint, 39 g", "Steps changed". */
export function recipeChanges(before: KeptRecipe, after: KeptRecipe, names: Names): string[] {
  const fields = FIELDS.filter(([field]) => isOther(before[field], after[field])).map(
    ([field, name, show]) =>
      `${name}: ${show(before[field], before)} → ${show(after[field], after)}`,
  );
  return [
    ...fields,
    ...lineChanges(before.lines, after.lines, names),
    ...(isOther(before['steps'], after['steps']) ? ['Steps changed'] : []),
    ...reasonChanges(before['allergenReasons'], after['allergenReasons']),
  ];
}

/** Fields that one of both versions does not know are no change. */
function isOther(before: unknown, after: unknown): boolean {
  return before !== undefined && after !== undefined && before !== after;
}

function lineChanges(
  before: readonly BookLine[],
  after: readonly BookLine[],
  names: Names,
): string[] {
  const [then, now] = [byUsed(before), byUsed(after)];
  const used = [...new Set([...then.keys(), ...now.keys()])];
  const changes = used.flatMap((key): string[] => {
    const [old, current] = [then.get(key), now.get(key)];
    if (old && !current) return [`Removed ${linesText(old, names)}`];
    if (current && !old) return [`Added ${linesText(current, names)}`];
    if (!old || !current || amountOf(old) === amountOf(current)) return [];
    const { name, baseUnit } = whatItUses(current, names);
    return [`${name}: ${amount(old, baseUnit)} → ${amount(current, baseUnit)}`];
  });
  const isReordered = changes.length === 0 && order(before) !== order(after);
  return isReordered ? ['Lines in another order'] : changes;
}

type Used = BookLine[];

function byUsed(lines: readonly BookLine[]): Map<string, Used> {
  return Map.groupBy(lines, lineKey);
}

function lineKey(line: BookLine): string {
  return 'ingredientId' in line
    ? `ingredient ${line.ingredientId}`
    : `component ${line.componentId}`;
}

function order(lines: readonly BookLine[]): string {
  return lines.map(lineKey).join();
}

function amountOf(lines: Used): string {
  return lines.map(({ qty, lossBp, prep = '' }) => `${qty} ${lossBp} ${prep}`).join();
}

/** One thing may stand in several lines. */
function amount(lines: Used, baseUnit: BaseUnit): string {
  return lines
    .map(({ qty, lossBp, prep = '' }) => {
      const loss = lossBp === null ? '' : `${lossBp / 100}% loss`;
      return [formatExactQuantity(qty, baseUnit), loss, prep].filter(Boolean).join(', ');
    })
    .join(' and ');
}

function linesText(lines: Used, names: Names): string {
  const { name, baseUnit } = whatItUses(lines, names);
  return `${name}, ${amount(lines, baseUnit)}`;
}

function whatItUses([line]: Used, names: Names): { name: string; baseUnit: BaseUnit } {
  const found =
    line &&
    ('ingredientId' in line
      ? names.ingredients.get(line.ingredientId)
      : names.components.get(line.componentId));
  return found ?? { name: 'something that is gone', baseUnit: 'g' };
}

function reasonChanges(before: unknown, after: unknown): string[] {
  const [then, now] = [reasonsOf(before), reasonsOf(after)];
  const allergens = [...new Set([...Object.keys(then), ...Object.keys(now)])];
  return allergens
    .filter((allergen) => (then[allergen] ?? '') !== (now[allergen] ?? ''))
    .map((allergen) =>
      now[allergen] ? `Reason for ${allergen}: ${now[allergen]}` : `Reason for ${allergen} removed`,
    );
}

function reasonsOf(value: unknown): Record<string, string> {
  return (value ?? {}) as Record<string, string>;
}
