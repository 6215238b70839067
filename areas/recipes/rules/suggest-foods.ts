/** Foods of a table whose names are like that of an ingredient. Suggestions only: a person decides. */

const SMALL_WORDS = new Set(['and', 'or', 'with', 'in', 'of', 'the', 'not', 'for', 'as', 'type']);
/** What tables say of nearly every food: it tells no two apart. */
const PLAIN_WORDS = new Set(['raw', 'fresh', 'plain', 'commercial', 'ready', 'eat']);

/** "Almonds, toasted" -> almond, toasted. */
function foodWords(name: string): string[] {
  const found = name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^a-z0-9%]+/)
    .filter((word) => word.length > 1 && !SMALL_WORDS.has(word));
  return [...new Set(found.map(singular))];
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && word.endsWith('oes')) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

type IndexedFood = { at: number; words: readonly string[] };
type FoodIndex = ReadonlyMap<string, readonly IndexedFood[]>;

/** By the words of their names, for many questions. */
export function indexFoods(names: readonly string[]): FoodIndex {
  const index = new Map<string, IndexedFood[]>();
  names.forEach((name, at) => {
    const food = { at, words: foodWords(name) };
    for (const word of food.words) {
      const known = index.get(word);
      if (known) known.push(food);
      else index.set(word, [food]);
    }
  });
  return index;
}

/** Positions of the foods most like `name`, best first. */
export function suggestFoods(index: FoodIndex, name: string, most: number): number[] {
  const words = foodWords(name);
  const shared = new Map<IndexedFood, number>();
  for (const word of words) {
    const weight = PLAIN_WORDS.has(word) ? 0.25 : 1;
    for (const food of index.get(word) ?? []) {
      shared.set(food, (shared.get(food) ?? 0) + weight);
    }
  }
  return [...shared]
    .filter(([, weight]) => weight >= 1)
    .map(([food, weight]) => ({ at: food.at, likeness: likeness(words, food.words, weight) }))
    .toSorted((a, b) => b.likeness - a.likeness || a.at - b.at)
    .slice(0, most)
    .map(({ at }) => at);
}

/** Words of both, out of all their words; a table names the food first and then its kind. */
function likeness(asked: readonly string[], words: readonly string[], shared: number): number {
  const isAboutIt = words[0] !== undefined && asked.includes(words[0]);
  return (2 * shared) / (asked.length + words.length) + (isAboutIt ? 0.3 : 0);
}
