/** Sixty made-up households: who lives there, what they eat and where. The same for the same seed. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { CustomerDraft } from '#areas/order-book/rules/order-draft.ts';
import { type FoodNeeds, NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { type Random, seededRandom, FULL_MAILBOX } from '#app/server/stage.ts';
import people from './made-up-people.json' with { type: 'json' };

export type Household = {
  /** From 0. */
  index: number;
  customer: CustomerDraft;
  people: (FoodNeeds & { name: string; calorieTarget: number })[];
  /** Wants a delivery each day rather than one a week. */
  isDaily: boolean;
};

export const HOUSEHOLDS = 60;

/** Set aside for fiction behind every area code, as the mobiles are: nobody is called. */
const LANDLINE = '5550 01';
/** For a kitchen that is called on a mobile. */
const AREA_CODE = '(02)';
const SIZES = [1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 6];

const NEEDS: readonly FoodNeeds[] = [
  { ...NO_FOOD_NEEDS, allergens: ['peanut'] },
  { ...NO_FOOD_NEEDS, allergens: ['milk'] },
  { ...NO_FOOD_NEEDS, allergens: ['egg'] },
  { ...NO_FOOD_NEEDS, allergens: ['wheat', 'gluten'] },
  { ...NO_FOOD_NEEDS, allergens: ['crustacean', 'mollusc'] },
  { ...NO_FOOD_NEEDS, allergens: ['cashew', 'pistachio'] },
  { ...NO_FOOD_NEEDS, allergens: ['sesame'] },
  { ...NO_FOOD_NEEDS, diets: ['vegetarian'] },
  { ...NO_FOOD_NEEDS, diets: ['vegetarian'] },
  { ...NO_FOOD_NEEDS, diets: ['pescatarian'] },
  { ...NO_FOOD_NEEDS, diets: ['no pork'] },
  { ...NO_FOOD_NEEDS, diets: ['no pork'], note: 'Mild, please' },
  { ...NO_FOOD_NEEDS, note: 'Not too spicy, please' },
  { ...NO_FOOD_NEEDS, note: 'Loves extra greens' },
];

const INSTRUCTIONS = [
  'Please leave the bag in the esky by the front door.',
  'Gate code 4471. Side path to the back deck.',
  'Friendly dog. Please close the gate.',
  'Please knock: the bell is broken.',
  'Unit at the back, up the stairs.',
  'Text when you arrive, the baby may be asleep.',
];

/** One who must not have milk, so that the demo's changed recipe concerns someone. */
export const MILK_FREE = 3;
/** Whose emails come back: last week they ordered. */
export const NO_EMAIL = 7;

export function makeHouseholds(seed: string, business: BusinessFacts): Household[] {
  return Array.from({ length: HOUSEHOLDS }, (_, index) => {
    const random = seededRandom(`${seed}:household:${index}`);
    const [firstName = '', lastName = ''] = (people.names[index] ?? '').split(' ');
    const { min, max } = business.people;
    const wished = index === MILK_FREE ? 2 : random.pick(SIZES);
    const size = Math.min(Math.max(wished, min), max);
    const others = random
      .shuffled(people.companions.filter((name) => name !== firstName))
      .slice(0, size - 1);
    const mailbox = index === NO_EMAIL ? FULL_MAILBOX : `${firstName}.${lastName}`.toLowerCase();
    return {
      index,
      isDaily: random.chance(0.25),
      customer: {
        firstName,
        lastName,
        email: `${mailbox}@post.example`,
        phone: people.mobiles[index] ?? landlineOf(index, business),
        addressLine1: `${1 + random.below(120)} ${random.pick(people.streets)}`,
        addressLine2: random.chance(0.2) ? `Unit ${1 + random.below(8)}` : '',
        suburb: random.pick(business.suburbs).name,
        deliveryPreference: random.chance(0.3) ? 'warm' : 'cold',
        specialInstructions: random.chance(0.4) ? random.pick(INSTRUCTIONS) : '',
      },
      people: [firstName, ...others].map((name, position) =>
        aPerson(random, name, {
          isMilkFree: index === MILK_FREE && position === size - 1,
          plans: business.caloriePlans,
        }),
      ),
    };
  });
}

/** A number for each household, and for others from 60 on. */
export function landlineOf(index: number, { phone }: Pick<BusinessFacts, 'phone'>): string {
  const areaCode = /^\(0\d\)/.exec(phone)?.[0] ?? AREA_CODE;
  return `${areaCode} ${LANDLINE}${String(index).padStart(2, '0')}`;
}

/** For the kitchen's own choices, the one that comes nearest. */
export function nearestTo(wished: number, choices: readonly number[]): number {
  const nearest = choices.toSorted((a, b) => Math.abs(a - wished) - Math.abs(b - wished));
  return nearest[0] ?? wished;
}

type Member = { isMilkFree: boolean; plans: readonly number[] };

function aPerson(random: Random, name: string, { isMilkFree, plans }: Member) {
  const needs = random.chance(0.3) ? random.pick(NEEDS) : NO_FOOD_NEEDS;
  return {
    name,
    calorieTarget: nearestTo(random.pick([1200, 1500, 1500, 1800]), plans),
    ...(isMilkFree ? { ...NO_FOOD_NEEDS, allergens: ['milk' as const] } : needs),
  };
}
