/** Cases that ask a rule alone: no order, no kitchen. */
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import {
  countExpected,
  expectedReadings,
  recordHeadline,
} from '#areas/kitchen/rules/expected-readings.ts';
import {
  LATENESS_NAMES,
  latenessOf,
  type Reading,
  unanswered as unansweredOf,
} from '#areas/kitchen/rules/readings.ts';
import { limitOf } from '#areas/kitchen/rules/temperature-limits.ts';
import { type FoodNeeds, NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import type { FoodAnswer } from '#areas/needs/rules/food-question.ts';
import type { FoodFacts } from '#areas/needs/rules/gate/food-facts.ts';
import { openQuestions } from '#areas/needs/rules/gate/open-questions.ts';
import { verdictOf } from '#areas/needs/rules/gate/verdict.ts';
import { unitePeople } from '#areas/needs/rules/unite-people.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { CaseMeal, CaseNeeds } from '#quality/food/kitchen.ts';

type Person = { name: string } & CaseNeeds;
type Line = {
  id: number;
  kind: 'fridge' | 'core';
  place?: string;
  meal?: string;
  at: string;
  /** Left out: at once. */
  entered?: string;
  pass: boolean;
  action?: string;
};
type Expected = { kind: 'fridge' | 'core'; place?: string; meal?: string; by: string };

export type PureAct =
  | {
      do: 'reads';
      texts: { text: string; about: string | null }[];
      people: Person[];
      answers?: { quote: string; person: string | null; answer: string }[];
    }
  | { do: 'places'; person: Person; meals: string[] }
  | { do: 'households'; device: Record<string, CaseNeeds>; order: Record<string, CaseNeeds> }
  | { do: 'record'; now: string; lines: Line[]; expected: Expected[] };

export function pureAct(one: PureAct, menu: Record<string, CaseMeal>): unknown {
  switch (one.do) {
    case 'reads':
      return openQuestions(
        one.texts,
        one.people.map(withNeeds),
        one.answers?.map(({ person, ...rest }) => ({ ...rest, personName: person }) as FoodAnswer),
      );
    case 'places':
      return Object.fromEntries(
        one.meals.map((meal) => [meal, placed(withNeeds(one.person), menu[meal]!)]),
      );
    case 'households': {
      const [device, order] = [one.device, one.order].map((needs) =>
        Object.entries(needs).map(([name, needsOfPerson]) => withNeeds({ name, ...needsOfPerson })),
      );
      const { people } = unitePeople(device!, order!);
      return Object.fromEntries(
        people.map(({ name, allergens, avoid }) => [name, { allergens, avoid }]),
      );
    }
    case 'record':
      return record(one);
  }
}

function withNeeds(person: Person): { name: string } & FoodNeeds {
  return { ...NO_FOOD_NEEDS, ...person } as { name: string } & FoodNeeds;
}

function placed(person: { name: string } & FoodNeeds, food: CaseMeal): string {
  const { shelf: shelfLifeDays, tags: dietaryTags } = food;
  const facts = { ...food, shelfLifeDays, dietaryTags, recipeList: '' } as unknown as FoodFacts;
  const today = { deliveryDate: '2026-01-13', mealDate: '2026-01-13' };
  return verdictOf(person, facts, today, defaultBusiness).verdict;
}

const instant = (local: string) => Date.parse(`${local}:00+10:00`);
const TWO_HOURS_MS = 2 * 60 * 60_000;

function record({ now: local, lines, expected }: Extract<PureAct, { do: 'record' }>) {
  const now = instant(local);
  const { timeZone } = defaultBusiness;
  const today = wallTimeAt(now, timeZone).date;
  const names = [...new Set(expected.flatMap(({ meal }) => meal ?? []))];
  const idOf = (meal: string | undefined) => (meal === undefined ? null : names.indexOf(meal) + 1);
  const readings = lines.map(
    ({ id, kind, place = null, meal, at, entered = at, pass, action }) => ({
      id,
      kind,
      place,
      pass,
      date: today,
      window: null,
      batchId: null,
      isNotNeeded: false,
      probe: '',
      limit: limitOf(kind, { coreCelsius: 75, isHot: false }),
      actionAt: action === undefined ? null : instant(entered),
      mealId: idOf(meal),
      mealName: meal ?? null,
      corrects: null,
      isWithdrawn: false,
      at: instant(at),
      recordedAt: instant(entered),
      action: action ?? null,
      tenths: 71,
      startId: null,
      since: null,
    }),
  ) as unknown as Reading[];
  const checks = expected.flatMap(({ kind, place }) =>
    kind === 'fridge' && place !== undefined ? [{ kind, place, since: today, until: null }] : [],
  );
  const foods = expected.flatMap(({ meal, by }) =>
    meal === undefined
      ? []
      : {
          date: today,
          window: null,
          mealId: idOf(meal),
          batchId: null,
          name: meal,
          coreCelsius: 75,
          isChilled: false,
          packAt: null,
          runStartsAt: null,
          doneAt: instant(by) - TWO_HOURS_MS,
        },
  );
  const asked = { checks, foods, goods: [] };
  const all = expectedReadings(asked, readings, { days: [today], now, timeZone });
  const missing = all.filter(({ state }) => state === 'missing');
  const failures = readings.filter(({ pass }) => pass === false);
  const unanswered = unansweredOf(readings);
  return {
    failures: failures.map(({ id }) => id),
    unanswered: unanswered.map(({ id }) => id),
    missing: missing.map(({ kind, place, half }) => [kind, place, half].filter(Boolean).join(' ')),
    marks: Object.fromEntries(
      readings.flatMap((line) => {
        const late = latenessOf(line);
        return late === null ? [] : [[line.id, LATENESS_NAMES[late]]];
      }),
    ),
    pdfBegins: recordHeadline(countExpected(all, unanswered.length)),
  };
}
