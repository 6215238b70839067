/** One row of a file as the fields of a meal, with what cannot be read of it, and how the rest was read. */
import { convert } from 'html-to-text';
import type { MealField, MealFieldRow, MealValue } from '#areas/menu/rules/meal-fields.ts';
import { rowOf, wireName, type WireName } from '#areas/menu/rules/list-meal-fields.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';
import { isMealType } from '#areas/menu/rules/meal.ts';
import {
  IMPORTED_FIELDS,
  OWN_SHAPE,
  SALE_COLUMN,
  SHORT_COLUMN,
  TAGS_COLUMN,
} from '#areas/recipes/rules/import/meal-columns.ts';
import {
  cutText,
  readNumber,
  readPrice,
  readKnownWords,
  readYesNo,
  serviceIn,
} from '#areas/recipes/rules/import/read-values.ts';
import { NO_NUTRITION } from '#areas/menu/rules/no-nutrition.ts';
import { isPlainDate } from '#platform/rules/plain-date.ts';
import type { ImportShape } from '#platform/rules/imports.ts';
import { formatAmount, formatDollars } from '#platform/rules/money.ts';
import type { ImportRow } from '#platform/server/importer.ts';

export type ReadMeal = {
  /** By their names on the wire; what the file does not say is left out. */
  values: Partial<Record<WireName, unknown>>;
  problems: string[];
  notes: string[];
  /** The address of one elsewhere; empty: none. */
  picture: string;
};

type About = {
  has: ReadonlySet<string>;
  shape: ImportShape | null;
  /** For meals that say neither. */
  service: string;
  /** The meal that it changes; null: it is new. */
  kept: MealRow | null;
};

const NUTRITION = [
  'calories',
  'proteinGrams',
  'carbsGrams',
  'fatGrams',
] as const satisfies MealField[];
export function readMeal(cells: ImportRow['cells'], about: About): ReadMeal {
  const read: ReadMeal = { values: {}, problems: [], notes: [], picture: '' };
  for (const field of IMPORTED_FIELDS)
    if (about.has.has(wireName(field))) readField(field, cells, about, read);
  readService(cells, about, read);
  readNutrition(cells, about, read);
  if (about.has.has(SALE_COLUMN) && cells[SALE_COLUMN])
    read.notes.push(`The sale price ${cells[SALE_COLUMN]} is ignored.`);
  if (!about.kept && read.values.price === undefined && !about.has.has('price'))
    read.problems.push('Price is missing.');
  return read;
}

/** As the file of our own has it; the other way round of `readField`. */
export function fileCellOf(value: unknown): string | number | null {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value as string | number | null;
}

type Cell = {
  text: string;
  label: string;
  row: MealFieldRow['value'];
  kept: MealRow | null;
  read: ReadMeal;
  set: (given: unknown) => void;
};

function readField(
  field: MealField,
  cells: ImportRow['cells'],
  about: About,
  read: ReadMeal,
): void {
  const name = wireName(field);
  const { value, names } = rowOf(field);
  if (value.type === 'text') {
    read.values[name] = readText(field, value, cells, about.shape, read);
    return;
  }
  READERS[value.type]({
    text: cells[name] ?? '',
    label: names.label,
    row: value,
    kept: about.kept,
    read,
    set: (given) => void (read.values[name] = given),
  });
}

/** What a cell says that can be read is set; of the rest, why not. */
const READERS: Record<Exclude<MealValue['type'], 'text'>, (cell: Cell) => void> = {
  number({ text, label, row, read, set }) {
    const number = readNumber(text);
    if (number !== null) set(number);
    else if (text !== '') read.problems.push(`${label}: “${text}” is no number.`);
    else if (row.type === 'number' && row.ifLeftOut !== undefined) set(row.ifLeftOut);
  },
  price({ text, read, set }) {
    const cents = readPrice(text);
    if (cents === null) {
      read.problems.push(text === '' ? 'Price is missing.' : `Price: “${text}” is no amount.`);
      return;
    }
    set(formatAmount(cents));
    if (formatAmount(cents) !== text)
      read.notes.push(`Price “${text}” is ${formatDollars(cents)}.`);
  },
  list({ text, label, row, kept, read, set }) {
    const { words, unknown } = readKnownWords(text, row.type === 'list' ? row.of : []);
    if (unknown.length === 0) return set(words);
    const named = unknown.map((word) => `“${word}”`).join(', ');
    read.notes.push(
      `${label} left as ${kept ? 'they are' : 'not declared'}: we don’t know ${named}.`,
    );
  },
  'yes/no'({ text, label, read, set }) {
    const answer = readYesNo(text);
    if (answer === undefined && text !== '')
      read.problems.push(`${label}: “${text}” is neither yes nor no.`);
    else set(answer ?? null);
  },
  date({ text, label, read, set }) {
    const isDate: boolean = text === '' || isPlainDate(text);
    if (!isDate) read.problems.push(`${label}: “${text}” is no date such as 2026-01-31.`);
    else set(text || null);
  },
  picture({ text, kept, read }) {
    readPicture(text, kept, read);
  },
  // Lunch or dinner may stand in several columns: `readService`.
  choice() {},
};

/** HTML becomes text, except in our own template, where a bracket is a bracket. */
function readText(
  field: MealField,
  { maxLength }: MealValue & { type: 'text' },
  cells: ImportRow['cells'],
  shape: ImportShape | null,
  read: ReadMeal,
): string {
  const cell = cells[wireName(field)] ?? '';
  if (shape === OWN_SHAPE || field !== 'description') return cell;
  const said = plainText(cell) || plainText(cells[SHORT_COLUMN] ?? '');
  const text = cutText(said, maxLength);
  if (text.length < said.length)
    read.notes.push(`The description is cut from ${said.length} to ${text.length} characters.`);
  return text;
}

function plainText(html: string): string {
  if (!/<\/?[a-z!][^>]*>|&[a-z#\d]+;/i.test(html)) return html;
  return convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
  }).trim();
}

/** The first of several. One that is stored here already is named by our own path. */
function readPicture(cell: string, kept: MealRow | null, read: ReadMeal): void {
  const [first = ''] = cell.split(',').map((each) => each.trim());
  if (kept && first === (kept.imageUrl ?? '')) return;
  if (first.startsWith('/') && !kept) read.values.imageUrl = first;
  else read.picture = first;
}

function readService(
  cells: ImportRow['cells'],
  { has, shape, service, kept }: About,
  read: ReadMeal,
): void {
  const said = `${has.has('mealType') ? (cells['mealType'] ?? '') : ''} ${cells[TAGS_COLUMN] ?? ''}`;
  const inFile = serviceIn(said);
  // Our own says it in one word, or wrongly.
  const isWrong = shape === OWN_SHAPE && inFile === null;
  const instead = kept?.mealType ?? (isMealType(service) ? service : null);
  const found = isWrong ? null : (inFile ?? instead);
  if (found) read.values.mealType = found;
  else
    read.problems.push(
      isWrong
        ? `Meal type: “${said.trim()}” is neither lunch nor dinner.`
        : 'It says neither lunch nor dinner. Go back to the columns and choose.',
    );
}

/** All four or none: a meal without them comes in, and stays off until someone enters them. */
function readNutrition(cells: ImportRow['cells'], { has, kept }: About, read: ReadMeal): void {
  const missing = NUTRITION.filter((field) => {
    const name = wireName(field);
    return read.values[name] === undefined && !cells[name] && !(kept && !has.has(name));
  });
  if (!kept && missing.length === NUTRITION.length) {
    for (const field of NUTRITION) read.values[wireName(field)] = NO_NUTRITION[field];
    read.notes.push('Without nutrition: it stays off the menu until you enter it.');
    return;
  }
  for (const field of missing) read.problems.push(`${rowOf(field).names.label} is missing.`);
}
