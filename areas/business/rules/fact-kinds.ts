/** What a fact can be: its shape on the wire, what is good, how it reads in words, and its field in Settings. */
import { normalisePhone, STATE_NAMES } from '#areas/business/rules/australia.ts';
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { offeredWindows, windowWithName } from '#areas/business/rules/offered-windows.ts';
import { isEmailAddress } from '#platform/rules/customer-name.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { isPlainDate, weekdayName } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, isTimeZone } from '#platform/rules/zoned-time.ts';
import { accentProblem } from './accent-colour.ts';
import { LABEL_STOCK_NAMES, LABEL_STOCKS, type LabelStock } from './label-stock.ts';
import type { KitchenLogo } from './logo.ts';

/** Path of a fact, or below one, -> what is wrong and how to fix it. `''` is the fact itself. */
export type FactProblems = Record<string, string>;

/** The first problem of each field stays. */
export function addProblem(problems: FactProblems, path: string, message: string): void {
  problems[path] ??= message;
}

export type FactShape =
  | 'text'
  | 'number'
  | 'yes or no'
  | 'window'
  | 'currency'
  | { oneOf: readonly string[] }
  | { orNone: FactShape }
  | { optional: FactShape }
  | { listOf: FactShape }
  | { parts: Record<string, FactShape> };

export type FieldKind =
  | 'text'
  | 'textOrNone'
  | 'paragraphs'
  | 'number'
  | 'numberOrNone'
  | 'dollars'
  | 'numbers'
  | 'time'
  | 'date'
  | 'dateOrNone'
  | 'switch'
  | 'choice'
  | 'hours'
  | 'services'
  | 'deliveryTypes'
  | 'weekStart'
  | 'equipment'
  | 'suburbs'
  | 'tiers'
  | 'windows'
  | 'closures'
  | 'colour'
  | 'logo'
  | 'photo'
  | 'cooks';

/** For a fact that is one of several: [value, how it reads]. `facts` has what other facts offer. */
export type Choices = (
  value: string,
  facts: Parameters<typeof offeredWindows>[0],
) => [string, string][];

export type Kind<Value> = {
  preset: Value;
  shape: FactShape;
  /** Null: not shown. */
  field: FieldKind | null;
  choices?: Choices;
  /** Fields of its parts, where it has any. */
  parts?: Record<string, FactPart<unknown>>;
  /** For a value of that shape; NaN is what was typed and cannot be read. */
  check(value: Value): FactProblems;
  describe(value: Value): string;
};

/** A part of a fact, with words of its own in Settings. */
export type FactPart<Value> = { kind: Kind<Value>; label: string; hint?: string };

const GOOD: FactProblems = {};

const problem = (message: string | null): FactProblems =>
  message === null ? GOOD : { '': message };

/** One line without spaces around it. `what`: what to enter. */
export function oneLine(preset: string, what: string, longest: number): Kind<string> {
  return words(preset, (value) => textProblem(value, what, longest));
}

/** Null: in order. */
export function textProblem(value: string, what: string, longest: number): string | null {
  if (value.trim() === '') return `Please enter ${what}`;
  if (value.length > longest) return `Please use ${longest} characters or fewer`;
  if (value !== value.trim()) return 'Please remove the spaces before and after';
  if (/[\p{Cc}\p{Cs}\u2028\u2029<>]/u.test(value)) {
    return 'Please use one line of plain text, without < and >';
  }
  return null;
}

/** Text of several lines; empty for none. */
export const paragraphs = (longest: number): Kind<string> => ({
  ...words('', (value) =>
    value === ''
      ? null
      : (textProblem(value.replaceAll('\n', ' '), 'your text', longest)?.replace(
          'one line of ',
          '',
        ) ?? null),
  ),
  field: 'paragraphs',
  describe: (value) => value || 'none',
});

/** The address of an uploaded picture. */
const UPLOADED = /^\/images\/meals\/[\da-f]{32}-\d{3,4}\.(?:webp|jpg)$/;

export const photo = (): Kind<string | null> => ({
  ...wordsOrNone((value) => (UPLOADED.test(value) ? null : 'Please upload a picture')),
  field: 'photo',
  describe: (value) => (value === null ? 'none' : 'a picture'),
});

function words(preset: string, check: (value: string) => string | null): Kind<string> {
  return {
    preset,
    shape: 'text',
    field: 'text',
    check: (value) => problem(check(value)),
    describe: (value) => value,
  };
}

function wordsOrNone(check: (value: string) => string | null): Kind<string | null> {
  return {
    preset: null,
    shape: { orNone: 'text' },
    field: 'textOrNone',
    check: (value) => (value === null ? GOOD : problem(check(value))),
    describe: (value) => value ?? 'none',
  };
}

/** Numbers for the whole country: 13 and six digits in all, or 1300 and 1800 with ten. */
const SERVICE_NUMBER = /^(?:13\d{4}|1[38]00\d{6})$/;

export const phoneNumber = (preset: string) =>
  words(preset, (value) =>
    normalisePhone(value) !== null ||
    (/^[\d ]{6,14}$/.test(value) && SERVICE_NUMBER.test(value.replaceAll(' ', '')))
      ? null
      : 'Please enter an Australian phone number, such as (03) 7010 1234 or 1300 555 016',
  );

export const emailAddress = (preset: string) =>
  words(preset, (value) =>
    isEmailAddress(value) && value === value.trim()
      ? null
      : 'Please enter an email address, such as hello@kitchen.example',
  );

export const capitals = (preset: string) =>
  words(preset, (value) =>
    /^[A-Z]{2,3}$/.test(value) ? null : 'Please enter two or three capital letters, such as HK',
  );

export const abn = () =>
  wordsOrNone((value) =>
    isBusinessNumber(value)
      ? null
      : 'Please check the ABN: it has 11 digits, and one of these is not as the tax office gave it',
  );

export const colour = (): Kind<string | null> => ({
  ...wordsOrNone(accentProblem),
  field: 'colour',
  describe: (value) => value ?? 'leaf green',
});

export const logo = (): Kind<KitchenLogo | null> => ({
  preset: null,
  shape: { orNone: { parts: { hash: 'text', width: 'number', height: 'number' } } },
  field: 'logo',
  check: () => GOOD,
  describe: (value) =>
    value === null ? 'none' : `a picture, ${value.width} by ${value.height} pixels`,
});

export const state = (preset: string): Kind<string> => ({
  ...words(preset, (value) =>
    STATE_NAMES.includes(value) ? null : `Please choose one of ${STATE_NAMES.join(', ')}`,
  ),
  field: 'choice',
  choices: () => STATE_NAMES.map((each) => [each, each]),
});

export const labelStock = (preset: LabelStock): Kind<LabelStock> => ({
  preset,
  shape: { oneOf: LABEL_STOCKS },
  field: 'choice',
  choices: () => LABEL_STOCKS.map((stock) => [stock, LABEL_STOCK_NAMES[stock]]),
  check: () => GOOD,
  describe: (value) => LABEL_STOCK_NAMES[value],
});

export const timeZone = (preset: string): Kind<string> => ({
  ...words(preset, (value) =>
    isTimeZone(value) ? null : 'Please choose a time zone, such as Australia/Hobart',
  ),
  field: 'choice',
  choices(value) {
    const zones = new Set([value, ...Intl.supportedValuesOf('timeZone')]);
    const sorted = [...zones].filter((zone) => zone.includes('/')).toSorted();
    const near = sorted.filter((zone) => zone.startsWith('Australia/'));
    return [...near, ...sorted.filter((zone) => !near.includes(zone))].map((zone) => [
      zone,
      zone.replaceAll('_', ' '),
    ]);
  },
});

/** Independent of today, so that facts that were good once are never found wrong later. */
export const date = (preset: string): Kind<string> => ({
  ...words(preset, (value) =>
    isPlainDate(value) && value >= '2000-01-01' && value <= '2099-12-31'
      ? null
      : 'Please enter a date between 2000 and 2099',
  ),
  field: 'date',
});

export const dateOrNone = (): Kind<string | null> => {
  const kind = date('');
  return {
    ...kind,
    preset: null,
    shape: { orNone: kind.shape },
    field: 'dateOrNone',
    check: (value) => (value === null ? GOOD : kind.check(value)),
    describe: (value) => value ?? 'none',
  };
};

export const oneCurrency = (): Kind<'aud'> => ({
  preset: 'aud',
  shape: 'currency',
  field: null,
  check: () => GOOD,
  describe: (value) => value,
});

/** Both included. */
type Bounds = { from: number; to: number; because?: string };

function whole(preset: number, check: (value: number) => string | null): Kind<number> {
  return {
    preset,
    shape: 'number',
    field: 'number',
    check: (value) => problem(check(value)),
    describe: String,
  };
}

/** A whole number. */
export function count(preset: number, { from, to, because }: Bounds): Kind<number> {
  const range = `Please enter a whole number between ${from} and ${to}`;
  const message = because === undefined ? range : `${range}: ${because}`;
  return whole(preset, (value) => (isWholeWithin(value, { from, to }) ? null : message));
}

export const countOrNone = (bounds: Bounds): Kind<number | null> => {
  const kind = count(bounds.from, bounds);
  return {
    preset: null,
    shape: { orNone: kind.shape },
    field: 'numberOrNone',
    check: (value) => (value === null ? GOOD : kind.check(value)),
    describe: (value) => (value === null ? 'none' : kind.describe(value)),
  };
};

/** One of a list that another fact has, as `checkTogether` sees to. */
export const oneOfThose = (preset: number) => whole(preset, () => null);

export const percent = (preset: number): Kind<number> => ({
  ...count(preset, { from: 1, to: 100 }),
  describe: (value) => `${value}%`,
});

export const year = (preset: number) =>
  whole(preset, (value) =>
    isWholeWithin(value, { from: 2000, to: 2099 })
      ? null
      : 'Please enter a year between 2000 and 2099',
  );

export function cents(
  preset: number,
  { from = 0, to }: { from?: number; to: number },
): Kind<number> {
  const message = `Please enter an amount between ${formatDollars(from)} and ${formatDollars(to)}`;
  return {
    ...whole(preset, (value) => (isWholeWithin(value, { from, to }) ? null : message)),
    field: 'dollars',
    describe: formatDollars,
  };
}

export const yesNo = (preset: boolean): Kind<boolean> => ({
  preset,
  shape: 'yes or no',
  field: 'switch',
  check: () => GOOD,
  describe: (value) => (value ? 'yes' : 'no'),
});

/** Sunday is 0. */
export const weekday = (preset: number): Kind<number> => ({
  ...count(preset, { from: 0, to: 6 }),
  field: 'choice',
  choices: () => [1, 2, 3, 4, 5, 6, 0].map((day) => [String(day), weekdayName(day)]),
  describe: weekdayName,
});

/** Minutes from local midnight. */
export const time = (preset: number): Kind<number> => ({
  ...count(preset, { from: 0, to: 24 * 60 - 1 }),
  field: 'time',
  describe: formatMinuteOfDay,
});

export const window = (preset: DeliveryWindow): Kind<DeliveryWindow> => ({
  preset,
  shape: 'window',
  field: 'choice',
  choices: (_value, facts) =>
    offeredWindows(facts).map((each) => [each, windowWithName(facts, each)]),
  check: () => GOOD,
  describe: windowLabel,
});

/** Null: in order. */
export function weekdaysProblem(days: readonly number[]): string | null {
  const areGood = days.every((day) => isWholeWithin(day, { from: 0, to: 6 }));
  return areGood && new Set(days).size === days.length
    ? null
    : 'Please choose each day of the week once';
}

export const LONGEST_LIST = 10;

/** Ascending. `what`: what they are. */
export const counts = (preset: number[], what: string, { from, to }: Bounds): Kind<number[]> => ({
  preset,
  shape: { listOf: 'number' },
  field: 'numbers',
  check(list) {
    if (list.length === 0 || list.length > LONGEST_LIST)
      return problem(`Please enter 1 to ${LONGEST_LIST} ${what}`);
    if (list.some((value) => !isWholeWithin(value, { from, to })))
      return problem(`Please use whole numbers between ${from} and ${to}`);
    const isAscending = list.every((value, index) => index === 0 || value > (list[index - 1] ?? 0));
    return problem(isAscending ? null : 'Please sort these from small to large, each once');
  },
  describe: (list) => list.join(', '),
});

/** NaN is not. */
export function isWholeWithin(value: number, { from, to }: { from: number; to: number }): boolean {
  return Number.isInteger(value) && value >= from && value <= to;
}

export function part<Value>(kind: Kind<Value>, label: string, hint?: string): FactPart<Value> {
  return { kind, label, ...(hint !== undefined && { hint }) };
}

/** A fact of several that are changed one by one. */
export function parts<Value extends object>(
  given: { [Name in keyof Value]: FactPart<Value[Name]> },
  describe: (value: Value) => string,
): Kind<Value> {
  const all = Object.entries<FactPart<unknown>>(given as Record<string, FactPart<never>>);
  const mapped = <To>(to: (kind: Kind<unknown>) => To) =>
    Object.fromEntries(all.map(([name, { kind }]) => [name, to(kind)]));
  return {
    preset: mapped(({ preset }) => preset) as Value,
    shape: { parts: mapped(({ shape }) => shape) },
    field: null,
    parts: Object.fromEntries(all),
    check(value) {
      const problems: FactProblems = {};
      for (const [name, { kind }] of all) {
        const found = kind.check(Reflect.get(value, name))[''];
        if (found !== undefined) problems[name] = found;
      }
      return problems;
    },
    describe,
  };
}

type FactWords = {
  label: string;
  /** What changing it does. */
  changes: string;
};

export type FactEntry<Value> = FactWords & { kind: Kind<Value> };

export function fact<Value>(kind: Kind<Value>, said: FactWords): FactEntry<Value> {
  return { kind, ...said };
}

/** Australian Business Numbers. Weights and rule: abr.business.gov.au, "Format of the ABN". */

const WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** Eleven digits, however spaced, whose weighted sum (the first digit less 1) divides by 89. */
export function isBusinessNumber(text: string): boolean {
  const compact = text.replaceAll(' ', '');
  if (!/^\d{11}$/.test(compact)) return false;
  const digits = [...compact].map(Number);
  const sum = WEIGHTS.reduce(
    (total, weight, place) => total + weight * ((digits[place] ?? 0) - (place === 0 ? 1 : 0)),
    0,
  );
  return sum % 89 === 0;
}
