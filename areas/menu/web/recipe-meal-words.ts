/** A meal's own words, taken apart. */
import type { PlateWords } from '#areas/menu/rules/plate-address.ts';

export type MealWords = {
  name: string;
  /** Name and description: what the meal wants to be known for. */
  said: string;
  /** The foods of the ingredients by weight, without what they are made of. */
  foods: readonly string[];
};

export function readMealWords({ name, ingredients = '', description = '' }: PlateWords): MealWords {
  const lowerName = name.toLowerCase();
  return {
    name: lowerName,
    said: `${lowerName}. ${description.toLowerCase()}`,
    foods: withoutBrackets(ingredients.toLowerCase())
      .split(/[,.;]/)
      .map((food) => food.trim())
      .filter((food) => food !== ''),
  };
}

function withoutBrackets(text: string): string {
  const inner = text.replaceAll(/\s*(\([^()[\]]*\)|\[[^()[\]]*\])/g, '');
  return inner === text ? text : withoutBrackets(inner);
}

export const hasFood = ({ foods }: MealWords, pattern: RegExp) =>
  foods.some((food) => pattern.test(food));

export type Rule<Result> = readonly [words: RegExp, result: Result];

/** Rules in the order of their weight. */
export const firstRule = <Result>(rules: readonly Rule<Result>[], text: string) =>
  rules.find(([words]) => words.test(text))?.[1];
