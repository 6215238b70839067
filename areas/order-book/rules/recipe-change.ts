/** What a changed recipe means for each person whose meal is still to arrive. Ours. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import {
  RECIPE_ALERT_KINDS,
  type RecipeAlertKind,
} from '#areas/order-book/rules/recipe-alert-kinds.ts';
import { ingredientTerms } from '#areas/order-book/rules/special-orders.ts';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import { fullListOf } from '#areas/needs/rules/gate/food-facts.ts';
import { dietsMissedBy } from '#areas/needs/rules/gate/fits-diet.ts';
import type { MealWithRecipe } from '#areas/menu/rules/meal-fields.ts';
import { eatByOf, keepsUntil } from '#areas/needs/rules/gate/keeping.ts';
import type { FoodOverride } from '#areas/order-book/rules/order.ts';
import type { Diet } from '#areas/needs/rules/diets.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { clashNames, clashOf, covers, UNDECLARED } from '#areas/needs/rules/gate/verdict.ts';
import { type FoodNote, readFoodNote } from '#areas/needs/rules/food-notes/read-food-note.ts';
import { personKey } from '#platform/rules/customer-name.ts';

/** What of a meal decides who may eat it, and until when. */
export type Recipe = Pick<
  MealWithRecipe,
  'allergens' | 'ingredients' | 'recipeList' | 'dietaryTags' | 'shelfLifeDays' | 'freezable'
>;

export function recipeOf(meal: Recipe): Recipe {
  const { allergens, ingredients, recipeList, dietaryTags, shelfLifeDays, freezable } = meal;
  return { allergens, ingredients, recipeList, dietaryTags, shelfLifeDays, freezable };
}

export type RecipeFinding = {
  kind: RecipeAlertKind;
  /** What the meal declares now and did not before. */
  added: string[];
  /** Why it may not be this person's; `undeclared`, with words that may be in it: nobody can tell. */
  clash: string[];
  /** The last day to eat it, when that is now too early. */
  eatBy: PlainDate | null;
  /** New in the meal, and in what the customer wrote. */
  words: string[];
  /** Of the person's diets, those that it fitted before. */
  dietsLost: Diet[];
};

/** A meal that somebody waits for. */
export type AwaitedMeal = {
  /** Not cooked yet: its label follows the recipe. */
  isPlanned: boolean;
  deliveryDate: PlainDate;
  mealDate: PlainDate;
  override: Pick<FoodOverride, 'allergens'> | null;
  person: FoodNeeds & { name: string };
  instructions: string;
  /** Of all the order's people. */
  names: readonly string[];
};

/** All of a list that was not there before; `undeclared` when a list is gone. */
export function addedAllergens(before: Recipe, after: Recipe): string[] {
  if (after.allergens === null) return before.allergens === null ? [] : [UNDECLARED];
  return after.allergens.filter((allergen) => !before.allergens?.includes(allergen));
}

/** Whether what was agreed with a person was about another recipe. */
export function voidsOverrides(before: Recipe, after: Recipe): boolean {
  return addedAllergens(before, after).length > 0 || newIngredients(before, after) !== '';
}

/** Reads each text once, however many meals wait for its person. */
export function noteReader(): typeof readFoodNote {
  const known = new Map<string, FoodNote>();
  return (text, names) => {
    const key = JSON.stringify([text, names]);
    const note = known.get(key) ?? readFoodNote(text, names);
    known.set(key, note);
    return note;
  };
}

/** Null: the change is no concern of this person's. */
export function judgeRecipe(
  awaited: AwaitedMeal,
  { before, after }: { before: Recipe; after: Recipe },
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
  read: typeof readFoodNote = readFoodNote,
): RecipeFinding | null {
  const added = addedAllergens(before, after);
  const clash = clashToSettle(awaited, before, after);
  const eatBy = keepsNoLonger(awaited, before, after, facts)
    ? eatByOf(after, awaited.deliveryDate, facts)
    : null;
  const words = wordsOfConcern(awaited, { added, before, after }, read);
  const lost = dietsMissedBy(after, awaited.person.diets);
  const dietsLost = lost.filter((diet) => dietsMissedBy(before, [diet]).length === 0);
  const kind = kindOf({ clash, eatBy, words, dietsLost });
  return kind && { kind, added, clash, eatBy, words, dietsLost };
}

/** Nobody can agree to a meal that will not keep, or to what is not known. */
export function canBeAgreed({ eatBy, clash }: Pick<RecipeFinding, 'eatBy' | 'clash'>): boolean {
  return eatBy === null && !clash.includes(UNDECLARED);
}

/** The one that weighs most; of two alike, the first. */
export function worstFinding(findings: readonly RecipeFinding[]): RecipeFinding | null {
  const [worst] = findings.toSorted(
    (a, b) => RECIPE_ALERT_KINDS.indexOf(a.kind) - RECIPE_ALERT_KINDS.indexOf(b.kind),
  );
  return worst ?? null;
}

function kindOf(found: Pick<RecipeFinding, 'clash' | 'eatBy' | 'words' | 'dietsLost'>) {
  if (found.clash.length > 0 || found.eatBy !== null) return 'stop';
  if (found.words.length > 0) return 'look';
  return found.dietsLost.length > 0 ? 'tell' : null;
}

/** What is cooked already was cooked by the recipe of its day: only what was added since is in doubt. */
function clashToSettle(
  { isPlanned, override, person }: AwaitedMeal,
  before: Recipe,
  after: Recipe,
): string[] {
  const clash = clashOf(after, person);
  if (clash === null || covers(override, clash)) return [];
  const names = namesOf(clash);
  const known = namesOf(clashOf(before, person));
  return isPlanned || names.some((name) => !known.includes(name)) ? names : [];
}

/** What nobody can tell begins with `undeclared`, so that nobody agrees to it. */
function namesOf(clash: ReturnType<typeof clashOf>): string[] {
  const names = clashNames(clash);
  return clash?.verdict === 'undeclared' ? [...new Set([UNDECLARED, ...names])] : names;
}

function keepsNoLonger(
  awaited: AwaitedMeal,
  before: Recipe,
  after: Recipe,
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): boolean {
  return keepsUntil(before, awaited, facts) && !keepsUntil(after, awaited, facts);
}

function wordsOfConcern(
  awaited: AwaitedMeal,
  { added, before, after }: { added: string[]; before: Recipe; after: Recipe },
  read: typeof readFoodNote,
): string[] {
  const { person, instructions, names } = awaited;
  if (person.note === '' && instructions === '') return [];
  const ingredients = newIngredients(before, after);
  const meal = { name: '', ingredients, allergens: null };
  const spokenOf = (text: string, isOwn: boolean) => {
    const mentioned = ingredients === '' ? [] : ingredientTerms(text, [meal], names);
    if (text === '' || added.length + mentioned.length === 0) return [];
    const { findings } = read(text, names);
    const own = findings.filter((finding) => isOwn || isAbout(finding.person, awaited));
    const ofOthers = findings.filter((finding) => !own.includes(finding));
    const allergens = own.flatMap((finding) =>
      finding.allergens.filter((allergen) => isAmong(added, allergen)),
    );
    const isTheirs = (word: string) => ofOthers.some(({ words }) => words.includes(word));
    return [...allergens, ...mentioned.filter((word) => !isTheirs(word))];
  };
  return [...new Set([...spokenOf(person.note, true), ...spokenOf(instructions, false)])];
}

/** Only what names somebody else at the table is no concern of this person's. */
function isAbout(named: string | null, { person, names }: AwaitedMeal): boolean {
  const isSame = (name: string) => named !== null && personKey(name) === personKey(named);
  return isSame(person.name) || !names.some(isSame);
}

/** Of a meal that declares nothing, any allergen may be new. */
function isAmong(added: readonly string[], allergen: Allergen): boolean {
  return added.includes(allergen) || added.includes(UNDECLARED);
}

/** The words of its ingredients that were not there before. */
function newIngredients(before: Recipe, after: Recipe): string {
  const known = new Set(wordsOf(fullListOf(before)));
  return wordsOf(fullListOf(after))
    .filter((word) => !known.has(word))
    .join(' ');
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}
