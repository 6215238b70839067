/** Facts as they are typed. What cannot be read becomes NaN, which the check of the facts refuses at its field. */
import { STATE_NAMES } from '#areas/business/rules/australia.ts';
import { formatAmount, parseAmount } from '#platform/rules/money.ts';
import type { ServedSuburb } from '#areas/business/rules/fact-lists.ts';

export type TypedKind =
  | 'text'
  | 'textOrNone'
  | 'paragraphs'
  | 'number'
  | 'numberOrNone'
  | 'dollars'
  | 'numbers';

type Typed = {
  show: (value: unknown) => string;
  read: (text: string) => unknown;
  inputMode: 'text' | 'numeric' | 'decimal';
};

export const TYPED: Record<TypedKind, Typed> = {
  text: { show: showText, read: (text) => text, inputMode: 'text' },
  textOrNone: {
    show: showText,
    read: (text) => (text.trim() === '' ? null : text.trim()),
    inputMode: 'text',
  },
  paragraphs: { show: showText, read: (text) => text.trim(), inputMode: 'text' },
  number: { show: showNumber, read: readNumber, inputMode: 'numeric' },
  numberOrNone: {
    show: showNumber,
    read: (text) => (text.trim() === '' ? null : readNumber(text)),
    inputMode: 'numeric',
  },
  dollars: {
    show: (value) => (Number.isNaN(value) ? '' : formatAmount(Number(value))),
    read: (text) => parseAmount(text.trim().replace(/^\$/, '')) ?? Number.NaN,
    inputMode: 'decimal',
  },
  numbers: {
    show: (value) => (Array.isArray(value) ? value.map(showNumber).join(', ') : ''),
    read: (text) =>
      text
        .split(/[\s,;]+/)
        .filter((part) => part !== '')
        .map(readNumber),
    inputMode: 'text',
  },
};

function showText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function showNumber(value: unknown): string {
  return typeof value === 'number' && !Number.isNaN(value) ? String(value) : '';
}

function readNumber(text: string): number {
  return /^-?\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** "17:00"; empty for anything that is no time of day. */
export function showTime(minuteOfDay: number): string {
  if (!Number.isInteger(minuteOfDay)) return '';
  const [hour, minute] = [Math.floor(minuteOfDay / 60), minuteOfDay % 60];
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

export function readTime(text: string): number {
  const [, hour, minute] = /^(\d{2}):(\d{2})/.exec(text) ?? [];
  return hour === undefined ? Number.NaN : Number(hour) * 60 + Number(minute);
}

export function showSuburbs(suburbs: readonly ServedSuburb[]): string {
  return suburbs
    .map(({ name, postcode, aliases = [] }) => {
      const before = aliases.length === 0 ? '' : `(was ${aliases.join(', ')})`;
      return `${name} ${postcode} ${before}`.trim();
    })
    .join('\n');
}

const STATE_AT_THE_END = new RegExp(String.raw`[\s,;]+(?:${STATE_NAMES.join('|')})$`);

/**
 * One a line, as "Sandy Bay 7005" or pasted from a table: "Sandy Bay, TAS, 7005". What has no postcode keeps none, so
 * that its line is shown as wrong. Names it had before stand behind: "Mt Cotton 4165 (was Mount Cotton)".
 */
export function readSuburbs(text: string): ServedSuburb[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((written) => {
      const [, line = written, before = ''] = /^(.*?)\s*(?:\(was\s([^)]*)\))?$/.exec(written) ?? [];
      const [, words = line, postcode = ''] = /^(.*?)[\s,;]*(\d+)?$/.exec(line) ?? [];
      const name = words.replace(STATE_AT_THE_END, '');
      const aliases = before.split(',').map(tidy).filter(Boolean);
      return { name: tidy(name), postcode, ...(aliases.length > 0 && { aliases }) };
    });
}

function tidy(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ');
}
