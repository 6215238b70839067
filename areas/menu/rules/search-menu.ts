/** The search of a menu: one line of words, read once, and the meals that fit it. No index. Ours. */
import { type MealToSearch, pointsOf, sortBy, vocabularyOf, isHot } from './match-search.ts';
import { type MenuSearch, readSearch } from './read-search.ts';
import { allergenText, type Allergen, TREE_NUTS } from '#areas/needs/rules/allergens.ts';
import { clashOf } from '#areas/needs/rules/gate/verdict.ts';
import type { SearchSort } from './search-words.ts';

/** For menus that were asked before: someone who types asks at every letter. */
const vocabularies = new WeakMap<object, Set<string>>();

/**
 * The best first; each fits all words. What is to be left out (`without`, `avoid`) is judged by anyone who shows them, as for
 * a person who may not eat it.
 */
export function searchMenu<Meal extends MealToSearch>(
  meals: readonly Meal[],
  text: string,
): { search: MenuSearch; fitting: Meal[] } {
  const vocabulary = vocabularies.get(meals) ?? vocabularyOf(meals);
  vocabularies.set(meals, vocabulary);
  const search = readSearch(text, vocabulary);
  const found = meals.flatMap((meal) => {
    const points = pointsOf(meal, search);
    return points === null ? [] : [{ meal, points }];
  });
  const best = found.toSorted((a, b) => b.points - a.points).map(({ meal }) => meal);
  return { search, fitting: search.sort === null ? best : sortBy(best, search.sort) };
}

// What we may honestly say above the results of a search. Never "safe" or "free"; no claim that no kitchen can keep. Ours.

const ALL_NUTS: readonly Allergen[] = [...TREE_NUTS, 'peanut'];

export type Says = { about: string; text: string };

const SORTED: Record<SearchSort, string> = {
  protein: 'Most protein first.',
  carbs: 'Least carbohydrate first.',
  calories: 'Fewest calories first.',
  sodium: 'Least sodium first.',
  price: 'Lowest price first.',
};

/** `written`: as typed. One sentence for each thing; empty where there is nothing to say. */
export function saysOf(
  meals: readonly MealToSearch[],
  { written, search }: { written: string; search: MenuSearch },
  phone: string,
): Says[] {
  const says: Says[] = [
    ...saysOfWithout(meals, search, phone),
    ...search.parts.flatMap((part): Says[] => {
      if (part.type === 'claim') return [noClaim(part.claim, phone)];
      const isUntagged =
        part.type === 'diet' &&
        ['halal', 'kosher', 'low FODMAP'].includes(part.diet) &&
        !meals.some(({ dietaryTags }) => dietaryTags?.includes(part.diet));
      if (isUntagged) return [noClaim(part.diet, phone)];
      if (part.type !== 'sort') return [];
      const claim = part.isClaim ? 'We make no such claim. ' : '';
      return [{ about: part.sort, text: `${claim}${SORTED[part.sort]}` }];
    }),
    ...saysOfChilli(meals, search),
  ];
  const isNothing = says.length === 0 && !meals.some((meal) => pointsOf(meal, search) !== null);
  return isNothing
    ? [{ about: 'nothing', text: `No meal is or has “${written.replaceAll(/[“”"]/g, '')}”.` }]
    : says;
}

function noClaim(claim: string, phone: string): Says {
  return { about: 'no claim', text: `We don’t label meals as ${claim}. Ask us: ${phone}.` };
}

function saysOfWithout(
  meals: readonly MealToSearch[],
  { without }: MenuSearch,
  phone: string,
): Says[] {
  if (without.length === 0) return [];
  const kept = (allergens: Allergen[]) =>
    meals.filter((meal) => clashOf(meal, { allergens, avoid: [] }) === null).length;
  const hasGrain = without.includes('gluten');
  const others = without.filter((one) => one !== 'wheat' && one !== 'gluten');
  const gluten = `${kept(['wheat', 'gluten'])} of ${meals.length} meals have no wheat, rye, barley or oats in the recipe. All are cooked in one kitchen that uses them. Coeliac? Call us first: ${phone}.`;
  return [
    ...(hasGrain ? [{ about: 'gluten', text: gluten }] : []),
    ...(others.length === 0
      ? []
      : [
          {
            about: groupName(others),
            text: `${mealsWho(kept(others))} declare ${orText(others)}. If a trace could harm someone, call us.`,
          },
        ]),
  ];
}

function mealsWho(count: number): string {
  return count === 1 ? '1 meal doesn’t' : `${count} meals don’t`;
}

function groupName(allergens: readonly Allergen[]): string {
  if (ALL_NUTS.every((nut) => allergens.includes(nut))) return 'nuts';
  return allergens.includes('fish') && allergens.includes('mollusc')
    ? 'seafood'
    : allergenText(allergens);
}

/** "tree nuts or peanut". */
function orText(allergens: readonly Allergen[]): string {
  const names = allergenText(allergens).replace('all tree nuts', 'tree nuts').split(', ');
  return new Intl.ListFormat('en-AU', { type: 'disjunction' }).format(names);
}

function saysOfChilli(meals: readonly MealToSearch[], search: MenuSearch): Says[] {
  if (search.hasChilli === null) return [];
  const hot = meals.filter(isHot).length;
  if (search.hasChilli) {
    const have = hot === 1 ? '1 meal has' : `${hot} meals have`;
    return [{ about: 'chilli', text: `${have} chilli in the recipe, the most noticeable first.` }];
  }
  if (search.parts.some((part) => part.type === 'chilli' && part.forKids)) {
    const text = 'We have no children’s menu. These have no chilli; a serving is an adult’s.';
    return [{ about: 'kids', text }];
  }
  const otherwise = meals.filter((meal) => pointsOf(meal, { ...search, hasChilli: null }) !== null);
  const allHave =
    otherwise.length > 1 && otherwise.every(isHot)
      ? `All ${otherwise.length} have chilli.`
      : `${meals.length - hot} have none.`;
  return [{ about: 'no chilli', text: allHave }];
}
