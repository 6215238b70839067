/** Every phrase we know, looked up by its words. Built once, on first use. */
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import type { Diet } from '#areas/needs/rules/food-needs.ts';
import {
  ALLERGEN_PHRASES,
  type AllergenPhrases,
  DOUBTFUL_ALLERGEN_PHRASES,
} from './allergen-phrases.ts';
import { DIET_PHRASES, MEAT_PHRASES } from './signal-phrases.ts';
import { KNOWN_FOODS } from '#areas/needs/rules/gate/food-words.ts';
import { FOREIGN_PHRASES, FOREIGN_PHRASES_IN_CONTEXT } from './foreign-phrases.ts';
import { wordsOf } from './note-text.ts';
import * as signals from './signal-phrases.ts';

export const FOOD_KINDS = [
  'allergen',
  'doubtful',
  'diet',
  'meat',
  'care',
  'food',
  'harmless',
] as const;
const SIGNALS = {
  allergy: signals.ALLERGY_PHRASES,
  harm: signals.HARM_PHRASES,
  reaction: signals.REACTION_PHRASES,
  must: signals.MUST_PHRASES,
  severe: signals.SEVERE_PHRASES,
  need: signals.NEED_PHRASES,
  denial: signals.DENIAL_PHRASES,
  denialStart: signals.DENIAL_STARTS,
  filler: signals.DENIAL_FILLERS,
  wish: signals.WISH_PHRASES,
  approval: signals.APPROVAL_PHRASES,
  exception: signals.EXCEPTION_PHRASES,
  street: signals.STREET_PHRASES,
  place: signals.PLACE_PHRASES,
  object: signals.OBJECT_PHRASES,
  colour: signals.COLOUR_PHRASES,
  title: signals.TITLE_PHRASES,
  pet: signals.PET_PHRASES,
  location: signals.LOCATION_PHRASES,
};

export type Signal = keyof typeof SIGNALS;
export type FoodKind = (typeof FOOD_KINDS)[number];

export type Phrase = {
  kinds: Set<FoodKind | Signal>;
  allergens: Set<Allergen>;
  diets: Set<Diet>;
  /** Counts only beside one of these words. */
  markers: readonly string[] | null;
};

export type PhraseIndex = {
  /** By the keys of its words, joined with a space. */
  phrases: ReadonlyMap<string, Phrase>;
  /** Beginnings of words, for languages that change the ending; by their first three characters. */
  beginnings: ReadonlyMap<string, readonly (readonly [beginning: string, phrase: Phrase])[]>;
  longest: number;
  /** Single words worth correcting a misspelling for, by first character. */
  correctable: ReadonlyMap<string, readonly string[]>;
};

let built: PhraseIndex | null = null;

export function phraseIndex(): PhraseIndex {
  built ??= buildIndex();
  return built;
}

function buildIndex(): PhraseIndex {
  const draft: Draft = {
    phrases: new Map(),
    beginnings: new Map(),
    longest: 1,
    correctable: new Map(),
  };
  addFoods(draft);
  for (const [signal, list] of Object.entries(SIGNALS)) addAll(draft, list, signal as Signal);
  const beginnings = Map.groupBy([...draft.beginnings], ([beginning]) => beginning.slice(0, 3));
  return { ...draft, beginnings };
}

function addFoods(draft: Draft) {
  for (const { markers, phrases } of FOREIGN_PHRASES_IN_CONTEXT) {
    addAllergens(draft, phrases, 'allergen', { markers: markers.split(',').map(phraseKey) });
  }
  addAllergens(draft, ALLERGEN_PHRASES, 'allergen', { isEnglish: true });
  addAllergens(draft, FOREIGN_PHRASES, 'allergen', {});
  addAllergens(draft, DOUBTFUL_ALLERGEN_PHRASES, 'doubtful', {});
  for (const [diet, list] of DIET_PHRASES) {
    addAll(draft, list, 'diet', ({ diets }) => diets.add(diet));
  }
  for (const [diet, list] of MEAT_PHRASES) {
    addAll(draft, list, 'meat', ({ diets }) => diets.add(diet));
  }
  addAll(draft, signals.CARE_PHRASES, 'care');
  addAll(draft, signals.OTHER_FOOD_PHRASES, 'food');
  addAll(draft, KNOWN_FOODS, 'food');
  addAll(draft, signals.HARMLESS_PHRASES, 'harmless');
}

type Draft = {
  phrases: Map<string, Phrase>;
  beginnings: Map<string, Phrase>;
  longest: number;
  correctable: Map<string, string[]>;
};

function addAllergens(
  draft: Draft,
  lists: readonly AllergenPhrases[],
  kind: FoodKind,
  { markers, isEnglish = false }: { markers?: readonly string[]; isEnglish?: boolean },
) {
  for (const [allergens, list] of lists) {
    const fill = (phrase: Phrase) => {
      const isNew = phrase.allergens.size === 0;
      if (!markers) phrase.markers = null;
      else if (isNew || phrase.markers) phrase.markers = [...(phrase.markers ?? []), ...markers];
      for (const allergen of allergens) phrase.allergens.add(allergen);
    };
    addAll(draft, list, kind, fill, isEnglish);
  }
}

function addAll(
  draft: Draft,
  list: string,
  kind: FoodKind | Signal,
  fill: (phrase: Phrase) => void = () => {},
  isEnglish = true,
) {
  for (const text of list.split(',')) {
    const keys = wordsOf(text.replace('*', '')).map(({ key }) => key);
    const [first = ''] = keys;
    const joined = keys.join('');
    if (text.includes('*')) fill(phraseOf(draft.beginnings, first, kind));
    else if (keys.length > 0) {
      fill(phraseOf(draft.phrases, keys.join(' '), kind));
      draft.longest = Math.max(draft.longest, keys.length);
      if (!CORRECTED_KINDS.has(kind) || !/^[a-z]{6,}$/.test(joined)) continue;
      fill(phraseOf(draft.phrases, joined, kind));
      if (isEnglish) addTo(draft.correctable, first.charAt(0), joined);
    }
  }
}

const CORRECTED_KINDS: ReadonlySet<FoodKind | Signal> = new Set([
  'allergen',
  'diet',
  'allergy',
  'meat',
  'care',
]);

function addTo(lists: Map<string, string[]>, key: string, value: string) {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function phraseOf(map: Map<string, Phrase>, key: string, kind: FoodKind | Signal): Phrase {
  const phrase = map.get(key) ?? emptyPhrase();
  map.set(key, phrase);
  phrase.kinds.add(kind);
  return phrase;
}

function emptyPhrase(): Phrase {
  return { kinds: new Set(), allergens: new Set(), diets: new Set(), markers: null };
}

function phraseKey(text: string): string {
  return wordsOf(text)
    .map(({ key }) => key)
    .join(' ');
}
