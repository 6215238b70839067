import type { ImportKind, ImportOutcome } from '#platform/rules/imports.ts';
import { paths } from '#platform/web/navigation/paths.ts';

type Words = {
  one: string;
  many: string;
  /** Under the title: what becomes of a file. */
  lead: string;
  /** Where they are. */
  list: string;
  listLabel: string;
  /** What can be downloaded to be filled in. */
  template: string;
};

export const IMPORT_WORDS: Record<ImportKind, Words> = {
  meals: {
    one: 'meal',
    many: 'meals',
    lead: 'From Shopify, WooCommerce or any table. New meals arrive off the menu, and their allergens and diets are not declared, whatever the file’s tags say.',
    list: paths.admin({ tab: 'meals' }),
    listLabel: 'Weekly Meals',
    template: 'Download what you have as a file',
  },
  recipes: {
    one: 'recipe',
    many: 'recipes',
    lead: 'One row for each ingredient: Recipe, Makes (10 portions, or 5 kg of a sauce), Ingredient, Amount, Unit, Step. New ingredients arrive undeclared: until someone has read their packs, no meal of theirs is offered to a person with allergies.',
    list: paths.admin({ tab: 'cookbook' }),
    listLabel: 'Recipes',
    template: 'Download what you have as a file',
  },
  contacts: {
    one: 'person',
    many: 'people',
    lead: 'Only people who agreed to emails from you join the waitlist. Notes and health are never taken, and no email goes out.',
    list: paths.admin({ tab: 'waitlist' }),
    listLabel: 'Waitlist',
    template: 'Download an empty table',
  },
};

export const OUTCOME_WORDS: Record<ImportOutcome, string> = {
  new: 'New',
  changed: 'Changed',
  same: 'Already here',
  refused: 'To fix',
};

/** "12 meals". */
export function countWords(kind: ImportKind, count: number): string {
  const { one, many } = IMPORT_WORDS[kind];
  return `${count.toLocaleString('en-AU')} ${count === 1 ? one : many}`;
}
