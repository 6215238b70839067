/** Every phrase we know, looked up by its words. Built once, on first use. */
import type { Allergen } from '#domain/menu/allergens.ts';
import type { Diet } from '#domain/people/diets.ts';
import {
  ALLERGEN_PHRASES,
  type AllergenPhrases,
  DOUBTFUL_ALLERGEN_PHRASES,
} from './allergen-phrases.ts';
import { DIET_PHRASES, MEAT_PHRASES } from './diet-phrases.ts';
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
  reaction: signals.REACTION_PHRASES,
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
  const phrases = new Map<string, Phrase>();
  const beginnings = new Map<string, Phrase>();
  const sizes = [1];
  const correctable = new Map<string, string[]>();

  function addTo(map: Map<string, Phrase>, key: string, kind: FoodKind | Signal): Phrase {
    const phrase = map.get(key) ?? emptyPhrase();
    map.set(key, phrase);
    phrase.kinds.add(kind);
    return phrase;
  }
  function add(
    list: string,
    kind: FoodKind | Signal,
    fill: (phrase: Phrase) => void = () => {},
    isEnglish = true,
  ) {
    for (const text of list.split(',')) {
      const keys = wordsOf(text.replace('*', '')).map(({ key }) => key);
      const [first = ''] = keys;
      if (keys.length === 0) continue;
      if (text.includes('*')) {
        fill(addTo(beginnings, first, kind));
        continue;
      }
      fill(addTo(phrases, keys.join(' '), kind));
      sizes.push(keys.length);
      const joined = keys.join('');
      if (isFuzzyKind(kind) && /^[a-z]{6,}$/.test(joined)) {
        if (keys.length > 1) fill(addTo(phrases, joined, kind));
        if (isEnglish)
          correctable.set(first.charAt(0), [...(correctable.get(first.charAt(0)) ?? []), joined]);
      }
    }
  }
  const addAllergens = (
    lists: readonly AllergenPhrases[],
    kind: FoodKind,
    markers: readonly string[] | null = null,
    isEnglish = false,
  ) => {
    for (const [allergens, list] of lists) {
      const fill = (phrase: Phrase) => {
        if (markers && phrase.allergens.size === 0) phrase.markers = markers;
        if (!markers) phrase.markers = null;
        for (const allergen of allergens) phrase.allergens.add(allergen);
      };
      add(list, kind, fill, isEnglish);
    }
  };
  for (const { markers, phrases: lists } of FOREIGN_PHRASES_IN_CONTEXT) {
    addAllergens(lists, 'allergen', markers.split(',').map(phraseKey));
  }
  addAllergens(ALLERGEN_PHRASES, 'allergen', null, true);
  addAllergens(FOREIGN_PHRASES, 'allergen');
  addAllergens(DOUBTFUL_ALLERGEN_PHRASES, 'doubtful');
  for (const [diet, list] of DIET_PHRASES) add(list, 'diet', ({ diets }) => diets.add(diet));
  for (const [diet, list] of MEAT_PHRASES) add(list, 'meat', ({ diets }) => diets.add(diet));
  add(signals.CARE_PHRASES, 'care');
  add(signals.OTHER_FOOD_PHRASES, 'food');
  add(signals.HARMLESS_PHRASES, 'harmless');
  for (const [signal, list] of Object.entries(SIGNALS)) add(list, signal as Signal);
  return {
    phrases,
    beginnings: Map.groupBy([...beginnings], ([beginning]) => beginning.slice(0, 3)),
    longest: Math.max(...sizes),
    correctable,
  };
}

function emptyPhrase(): Phrase {
  return { kinds: new Set(), allergens: new Set(), diets: new Set(), markers: null };
}

function phraseKey(text: string): string {
  return wordsOf(text)
    .map(({ key }) => key)
    .join(' ');
}

function isFuzzyKind(kind: FoodKind | Signal): boolean {
  return ['allergen', 'diet', 'allergy', 'meat', 'care'].includes(kind);
}
