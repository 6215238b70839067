/** What removing the sample menu does, in words. Ours. */

export type SampleCounts = {
  /** As they came: they leave. */
  meals: number;
  /** Someone has made them their own: they stay. */
  changed: number;
  ingredients: number;
};

/** "36 meals leave the menu and their recipes are archived. 184 ingredients stay as your pantry. 5 meals you changed stay." */
export function removalText({ meals, changed, ingredients }: SampleCounts): string {
  const leave =
    meals === 1
      ? '1 meal leaves the menu and its recipe is archived.'
      : `${meals} meals leave the menu and their recipes are archived.`;
  const stay =
    ingredients === 1
      ? '1 ingredient stays as your pantry.'
      : `${ingredients} ingredients stay as your pantry.`;
  const own = changed === 1 ? '1 meal you changed stays.' : `${changed} meals you changed stay.`;
  return [leave, stay, ...(changed > 0 ? [own] : [])].join(' ');
}
