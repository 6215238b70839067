/** What a change of facts makes of texts that a kitchen wrote itself. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { fieldNamesIn } from '#platform/rules/fill-fields.ts';
import { entryOf } from './catalogue.ts';
import { emptiedFields, templatesOf } from './shown-text.ts';
import { type OwnText, type OwnTexts, TEXT_PAGES } from './text-entry.ts';
import { isTextFact, type TextFact, textValues } from './text-values.ts';
import { textWarnings } from './text-warnings.ts';

type Facts = { before: BusinessFacts; after: BusinessFacts };

export type Untrue =
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
