/** What is pointed out in a text that a kitchen wrote, and never refused. */
import { type BusinessFacts, defaultBusiness } from '#areas/business/rules/facts.ts';
import {
  TEXT_FIELD_NAMES,
  type TextFact,
  type TextValues,
  isTextFact,
  textValues,
} from '#areas/business/rules/texts/text-values.ts';
import { fieldNamesIn } from '#platform/rules/fill-fields.ts';
import { entryOf } from '#areas/business/rules/texts/catalogue.ts';
import { emptiedFields, templatesOf } from '#areas/business/rules/texts/shown-text.ts';
import { type OwnText, type OwnTexts, TEXT_PAGES } from '#areas/business/rules/texts/text-entry.ts';

export type TextWarning = {
  /** As it stands in the text. */
  words: string;
  message: string;
  /** What may stand there instead, so that it stays true. */
  field: TextFact | null;
};

export type WarningFacts = {
  values: TextValues;
  business: BusinessFacts;
  /** For meals on the menu, and of whatever else is charged: "$14.99". */
  prices: readonly string[];
  /** Words that are true of the default kitchen alone. */
  defaults: readonly string[];
};

/** For one template, in the sequence of the text; nothing twice. */
export function textWarnings(template: string, facts: WarningFacts): TextWarning[] {
  // What stands in braces follows the facts already.
  const text = template.replaceAll(/\{\w+\}/g, (field) => ' '.repeat(field.length));
  const found = [
    ...equalToFacts(text, facts),
    ...unknownAmounts(text, facts),
    ...allergenClaims(text),
    ...defaultWords(text, facts),
  ];
  const sorted = found.toSorted((a, b) => a.at - b.at || b.words.length - a.words.length);
  let end = 0;
  const seen = new Set<string>();
  return sorted.flatMap(({ at, ...warning }) => {
    if (at < end || seen.has(warning.words)) return [];
    end = at + warning.words.length;
    seen.add(warning.words);
    return [warning];
  });
}

/** The text with the words of a warning replaced by its field. */
export function withField(template: string, { words, field }: TextWarning): string {
  return field === null ? template : template.split(words).join(`{${field}}`);
}

type PlacedWarning = TextWarning & { at: number };

/** How a fact may be written: its value as a whole, or what is sure to be it. */
const WRITTEN: Partial<Record<TextFact, (value: string) => RegExp>> = {
  dailyFee: amountIn,
  weeklyFee: amountIn,
  suburbCount: (value) => new RegExp(String.raw`\b${value}(?= (?:\w+ )?suburbs?\b)`, 'g'),
  replyHours: (value) => new RegExp(String.raw`\b${value}(?= hours?\b)`, 'g'),
  mealCount: (value) => new RegExp(String.raw`\b${value}(?= (?:different )?meals\b)`, 'g'),
  peopleMax: (value) => new RegExp(String.raw`\b${value}(?= people\b)`, 'g'),
  dailyFromMeals: (value) =>
    new RegExp(String.raw`\b${value}(?= (?:or more|meals or more)\b)`, 'g'),
  keepsFreshDays: (value) => new RegExp(String.raw`\b${value}(?= days\b)`, 'g'),
  // Too little to be sure of, or long enough to be found as a whole.
  peopleMin: () => NEVER,
  weeklyUpToMeals: () => NEVER,
  fewPlaces: () => NEVER,
  // Ours to say, in every text.
  services: () => NEVER,
};

const NEVER = /(?!)/g;

function amountIn(value: string): RegExp {
  return new RegExp(
    String.raw`${escape(value)}|${escape(value.split(' ')[0] ?? value)}(?!\d)`,
    'g',
  );
}

function whole(value: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${escape(value)}(?![\p{L}\p{N}])`, 'gu');
}

function escape(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

function equalToFacts(text: string, { values, business }: WarningFacts): PlacedWarning[] {
  const named = TEXT_FIELD_NAMES.flatMap((field) => {
    const value = values[field];
    if (value === '') return [];
    return matches(text, (WRITTEN[field] ?? whole)(value)).map(({ at, words }) => ({
      at,
      words,
      field,
      message: `“${words}” is ${SAYS[field] ?? 'one of your facts'}.`,
    }));
  });
  const postcodes = business.suburbs.map(({ postcode }) => postcode);
  const loose = [
    ...matches(text, anyOf(postcodes)).map((found) => ({
      ...found,
      field: null,
      message: `“${found.words}” is one of your postcodes. Use {postcodes} for all of them, so they stay true.`,
    })),
    ...matches(text, anyOf(timesIn(values))).map((found) => ({
      ...found,
      field: null,
      message: `“${found.words}” is one of your times. Use {cutoff} or {windows}, so it stays true.`,
    })),
    ...matches(text, anyOf([values.cutoff.split(' ')[0] ?? ''])).map((found) => ({
      ...found,
      field: null,
      message: `“${found.words}” is the day of your cut-off. Use {cutoff}, so it stays true.`,
    })),
  ];
  return [...named, ...loose];
}

const SAYS: Partial<Record<TextFact, string>> = {
  cutoff: 'your cut-off',
  windows: 'your delivery windows',
  dailyFee: 'your fee for daily delivery',
  weeklyFee: 'your fee for weekly delivery',
  weekStart: 'the first day of your week',
  menuDay: 'the day of your new menu',
  phone: 'your phone number',
  email: 'your email address',
  launchDate: 'your launch date',
  priceFrom: 'your lowest price',
  priceTo: 'your highest price',
  suburbCount: 'how many suburbs you deliver to',
  replyHours: 'your hours to reply',
  keepsFresh: 'how long your meals keep',
};

/** "5pm" of "Sunday 5pm"; "11am-1pm" of each window. */
function timesIn({ cutoff, windows }: TextValues): string[] {
  return [cutoff.split(' ').slice(1).join(' '), ...windows.split(/, | or /)];
}

function anyOf(words: readonly string[]): RegExp {
  const given = words.filter((word) => word !== '');
  if (given.length === 0) return NEVER;
  const choice = given.map(escape).join('|');
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${choice})(?![\p{L}\p{N}])`, 'gu');
}

function matches(text: string, pattern: RegExp): { at: number; words: string }[] {
  return [...text.matchAll(pattern)].map((match) => ({ at: match.index, words: match[0] }));
}

/** Amounts that nobody is charged. */
export function unknownAmounts(
  text: string,
  { values, prices }: Pick<WarningFacts, 'values' | 'prices'>,
): PlacedWarning[] {
  const known = new Set([
    ...prices,
    ...[values.dailyFee, values.weeklyFee].map((fee) => fee.split(' ')[0]),
    ...(values.tiers.match(AMOUNT) ?? []),
  ]);
  return matches(text, AMOUNT)
    .filter(({ words }) => !known.has(words))
    .map(({ at, words }) => ({
      at,
      words,
      field: null,
      message: `“${words}” is not one of your prices.`,
    }));
}

const AMOUNT = /\$\d+(?:\.\d\d)?(?!\d)/g;

const ALLERGENS =
  '(?:gluten|wheat|dairy|milk|lactose|eggs?|nuts?|peanuts?|soy|sesame|fish|shellfish|allergens?)';
const CLAIMS = new RegExp(
  String.raw`\b${ALLERGENS}[- ]free\b|\bfree (?:of|from) (?:all )?${ALLERGENS}\b|\bno ${ALLERGENS}\b|\bwithout ${ALLERGENS}\b|\bsafe for (?:people with )?(?:${ALLERGENS} )?(?:allergies|coeliacs?)\b|\ballergy[- ]safe\b`,
  'gi',
);

function allergenClaims(text: string): PlacedWarning[] {
  return matches(text, CLAIMS).map(({ at, words }) => ({
    at,
    words,
    field: null,
    message: `“${words}”: only if you test for it. We say what is declared.`,
  }));
}

function defaultWords(text: string, { defaults }: WarningFacts): PlacedWarning[] {
  return matches(text, anyOf(defaults)).map(({ at, words }) => ({
    at,
    words,
    field: null,
    message: `This still says ${words}.`,
  }));
}

// What a change of facts makes of texts that a kitchen wrote itself.

type Facts = { before: BusinessFacts; after: BusinessFacts };

type Untrue =
  /** Words that were a fact when they were written, and are not any more. */
  | { is: 'former'; words: string; field: TextFact }
  /** A field that has nothing to say any more: ours is shown instead. */
  | { is: 'empty'; field: TextFact };

/** For the facts alone: what is on the menu changes without them. */
const NO_MENU = { prices: [], tiers: [] };
const OF_MENU: ReadonlySet<TextFact> = new Set(['mealCount', 'priceFrom', 'priceTo', 'tiers']);

export function untrueIn(value: OwnText, { before, after }: Facts): Untrue[] {
  const [then, now] = [textValues(before, NO_MENU), textValues(after, NO_MENU)];
  const empty = emptiedFields(value, now).filter((field) => !OF_MENU.has(field));
  const warned = { values: then, business: before, prices: [], defaults: [] };
  const former = templatesOf(value).flatMap((template) =>
    textWarnings(template, warned).flatMap(({ words, field }): Untrue[] =>
      field !== null && then[field] !== now[field] ? [{ is: 'former', words, field }] : [],
    ),
  );
  return [...empty.map((field): Untrue => ({ is: 'empty', field })), ...former];
}

/** "Home, Intro". */
export function nameOfText(key: string): string | null {
  const entry = entryOf(key);
  return entry ? `${TEXT_PAGES[entry.page].label}, ${entry.label}` : null;
}

/** In sentences, for the preview of settings: texts that follow, that become untrue, and that are shown no more. */
export function textEffects(own: OwnTexts, facts: Facts): string[] {
  const [then, now] = [textValues(facts.before, NO_MENU), textValues(facts.after, NO_MENU)];
  const following: string[] = [];
  const others: string[] = [];
  for (const [key, value] of Object.entries(own)) {
    const name = nameOfText(key);
    if (name === null) continue;
    const untrue = untrueIn(value, facts);
    for (const each of untrue)
      others.push(
        each.is === 'empty'
          ? `Your text “${name}” uses {${each.field}}, which is then empty: ours is shown instead.`
          : `Your text “${name}” says “${each.words}”, and goes on saying so. Change it in Page texts.`,
      );
    const fields = templatesOf(value).flatMap(fieldNamesIn).filter(isTextFact);
    if (untrue.length === 0 && fields.some((field) => then[field] !== now[field]))
      following.push(name);
  }
  return [
    ...others,
    ...(following.length > 0 ? [`Your texts with it follow: ${following.join('; ')}.`] : []),
  ];
}

/** Names of the default kitchen that are untrue of one with other facts: for warnings, and only where facts differ. */
export function untrueDefaultWords(business: BusinessFacts): string[] {
  const mine = JSON.stringify(business).toLowerCase();
  const ofDefault = [
    defaultBusiness.name,
    ...defaultBusiness.location.split(', '),
    defaultBusiness.region.shortName,
    ...defaultBusiness.suburbs.map(({ name }) => name),
    defaultBusiness.phone,
    defaultBusiness.email,
  ];
  return [...new Set(ofDefault)].filter((word) => !mine.includes(word.toLowerCase()));
}
