/** What a food's figures change of an ingredient. */
import { NUTRIENTS, type Nutrients } from '#areas/menu/rules/recipe/nutrition.ts';
import type { TableFigures } from './food-row.ts';

type FigureChange = {
  nutrient: keyof Nutrients;
  before: number | null;
  after: number | null;
};

/** Figures without a column in the table stay as they are. */
export function figureChanges(before: Nutrients, food: TableFigures): FigureChange[] {
  return NUTRIENTS.flatMap((nutrient) => {
    const after = food[nutrient];
    return after === undefined || after === before[nutrient]
      ? []
      : [{ nutrient, before: before[nutrient], after }];
  });
}

const LONGEST_SOURCE = 120;

/** "AFCD Release 3: Cucumber, raw", as an ingredient keeps where its figures are from. */
export function sourceOf(table: string, food: string): string {
  return `${table.trim()}: ${food}`.slice(0, LONGEST_SOURCE);
}
