import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { joinWaitlist } from '#areas/waitlist/server/join-waitlist.ts';
import { nearestTo } from '#app/server/households.ts';
import type { Scene, Stage } from '#app/server/stage.ts';

/** Made up: nobody brings meals there yet. */
const UNSERVED = ['Heron Flats', 'Upper Banksia', 'Saltwater Bend', 'Quandong Hill'] as const;
const [FLATS, UPPER, BEND, HILL] = UNSERVED;

/** `suburb`: its place among those that the kitchen serves, or the name of another. */
type Joined = readonly [
  name: string,
  suburb: number | (typeof UNSERVED)[number],
  meals: number,
  daysAgo: number,
];

const JOINED: readonly Joined[] = [
  ['Olive Branagan', FLATS, 7, 27],
  ['Kevin Strand', FLATS, 5, 25],
  ['Mara Delacroix', UPPER, 10, 24],
  ['Yasmin Farouk', FLATS, 10, 21],
  ['Bruce Tillman', 0, 5, 20],
  ['Ines Carvalho', BEND, 7, 18],
  ['Noel Fitzgerald', UPPER, 3, 15],
  ['Hine Parata', FLATS, 14, 12],
  ['Craig Osmond', 2, 7, 10],
  ['Deepa Nair', BEND, 5, 8],
  ['Ivan Horvat', HILL, 7, 6],
  ['Lottie Marsden', 1, 10, 5],
  ['Sven Aalto', FLATS, 3, 3],
  ['Pearl Adeyemi', HILL, 5, 2],
  ['Gordon Blythe', 0, 7, 1],
];

const DAY_MS = 24 * 60 * 60_000;

export function joinByAndBy({ context, now, business }: Stage): Scene[] {
  return JOINED.map(([name, asked, mealsPerWeek, daysAgo], index) => ({
    at: now - daysAgo * DAY_MS,
    async play() {
      const suburb = typeof asked === 'number' ? servedSuburb(asked, business) : asked;
      const email = `${name.toLowerCase().replace(' ', '.')}@letters.example`;
      const consent = index % 3 === 0;
      const perWeek = nearestTo(mealsPerWeek, business.waitlistMealsPerWeek);
      await joinWaitlist(context, { name, email, suburb, mealsPerWeek: perWeek, consent });
    },
  }));
}

function servedSuburb(index: number, { suburbs }: BusinessFacts): string {
  return suburbs[index % suburbs.length]?.name ?? '';
}
