import { describe, expect, test } from 'vitest';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { ALWAYS_OPEN, dateOff, everyDay, NO_MINUTES } from '#quality/support/a-cook-clock.ts';
import { wallText } from '#platform/rules/zoned-time.ts';
import checkValues from '#areas/kitchen/rules/plan-values.json' with { type: 'json' };
import { cookDays, tooLongText, whyNotOn } from '#areas/kitchen/rules/cook-days.ts';
import {
  type PlanInput,
  planProduction,
  type ServedMeal,
} from '#areas/kitchen/rules/plan-production.ts';

const SOUVLAKI = 1;
const CURRY = 2;
const TZATZIKI = 10;
const SAUCE = 11;
const PASTE = 12;
const YOGHURT = 20;
const CHILLI = 21;

const TUE = '2026-12-01';
const WED = '2026-12-02';
const THU = '2026-12-03';
const MON = '2026-11-30';

const POT = { pot: 5000, min: 1500, wholePots: false };
const KEEPS = {
  keepsDays: 5,
  cookAheadDays: 2,
  readyDaysBefore: 0,
  restartsLife: false,
  minutes: NO_MINUTES,
};

const KITCHEN: PlanInput = {
  served: [],
  from: TUE,
  meals: new Map([
    [
      SOUVLAKI,
      { basis: 10, lines: [{ componentId: TZATZIKI, qty: 400, lossBp: 0 }], minutes: null },
    ],
    [CURRY, { basis: 10, lines: [{ componentId: SAUCE, qty: 1000, lossBp: 0 }], minutes: null }],
  ]),
  components: new Map([
    [TZATZIKI, { ...POT, ...KEEPS, lines: [{ ingredientId: YOGHURT, qty: 3500, lossBp: 0 }] }],
    [
      SAUCE,
      {
        ...POT,
        ...KEEPS,
        keepsDays: 3,
        cookAheadDays: 0,
        restartsLife: true,
        lines: [{ componentId: PASTE, qty: 500, lossBp: 0 }],
      },
    ],
    [
      PASTE,
      {
        pot: 1000,
        min: 0,
        wholePots: true,
        ...KEEPS,
        lines: [{ ingredientId: CHILLI, qty: 400, lossBp: 0 }],
      },
    ],
  ]),
  kitchen: ALWAYS_OPEN,
  cooked: [],
  pins: [],
};

function served(mealId: number, deliveryDate: string, portions: number): ServedMeal {
  return { mealId, deliveryDate, window: '16:00-18:00', portions, shelfLifeDays: 3 };
}

function plan(change: Partial<PlanInput>) {
  const { cookings, onHand, problems, ingredients } = planProduction({ ...KITCHEN, ...change });
  return {
    cookings: cookings.map(({ componentId, cookDate, need, made }) => ({
      componentId,
      cookDate,
      need,
      made,
    })),
    onHand: Object.fromEntries(onHand),
    problems,
    ingredients,
  };
}

const THREE_DAYS = [
  served(SOUVLAKI, TUE, 50),
  served(SOUVLAKI, WED, 40),
  served(SOUVLAKI, THU, 30),
];

function cooked(componentId: number, cookDate: string, madeQty: number, leftQty = 0) {
  return { componentId, cookDate, madeQty, qty: madeQty - leftQty, leftQty };
}

describe('pots', () => {
  test.each(checkValues.pots)('$name', ({ given, expected }) => {
    const { size, minutes, closed } = given;
    const { pot, min, wholePots, ...keeping } = size;
    const { cookings, problems } = planProduction({
      ...KITCHEN,
      from: null,
      served: given.needs.map(({ date, window, shelf, qty }, index) => ({
        mealId: index + 1,
        deliveryDate: date,
        window: window as DeliveryWindow,
        portions: qty * 10,
        shelfLifeDays: shelf,
      })),
      meals: new Map(
        given.needs.map((_, index) => [
          index + 1,
          { basis: 10, lines: [{ componentId: SAUCE, qty: 1, lossBp: 0 }], minutes: null },
        ]),
      ),
      components: new Map([
        [
          SAUCE,
          {
            pot,
            min,
            wholePots,
            ...keeping,
            lines: [],
            minutes: { rest: 0, ...minutes },
            restartsLife: false,
          },
        ],
      ]),
      kitchen: { ...ALWAYS_OPEN, hours: everyDay(300, 1200), closures: closed.map(dateOff) },
    });
    expect({
      cookings: cookings.map(({ cookDate, need, batches, made }) => ({
        cookDate,
        need,
        batches,
        made,
      })),
      over: Number(cookings.reduce((sum, { surplus }) => sum + surplus, 0).toFixed(6)),
      cannot: problems.flatMap((one) => ('need' in one ? [one.need.deliveryDate] : [])),
    }).toEqual(expected);
  });
});

describe('what is over', () => {
  const pickles = {
    ...KITCHEN.components.get(TZATZIKI)!,
    min: 2400,
    keepsDays: 14,
    cookAheadDays: 0,
  };
  const components = new Map(KITCHEN.components).set(TZATZIKI, pickles);
  const days = [served(SOUVLAKI, TUE, 10), served(SOUVLAKI, WED, 10), served(SOUVLAKI, THU, 70)];

  test('of a pot is the first supply of later days, and only the rest is cooked again', () => {
    const { cookings } = planProduction({ ...KITCHEN, served: days, components });
    expect(cookings).toMatchObject([
      {
        cookDate: TUE,
        need: 400,
        made: 2400,
        surplus: 0,
        laterNeeds: [{ qty: 400 }, { qty: 1600 }],
      },
      { cookDate: THU, need: 1200, made: 2400, surplus: 1200, laterNeeds: [] },
    ]);
  });

  test('of what was made is seen the same way, whatever it was planned for', () => {
    expect(
      plan({ served: days, components, cooked: [cooked(TZATZIKI, TUE, 2400)] }).cookings,
    ).toEqual([{ componentId: TZATZIKI, cookDate: THU, need: 1200, made: 2400 }]);
  });

  test('does not keep longer than what went in, unless that was cooked through', () => {
    const sauce = {
      ...pickles,
      restartsLife: false,
      lines: [{ componentId: PASTE, qty: 1, lossBp: 0 }],
    };
    const kitchen = new Map(KITCHEN.components)
      .set(TZATZIKI, sauce)
      .set(PASTE, { ...KITCHEN.components.get(PASTE)!, keepsDays: 4 });
    const made = (restartsLife: boolean) =>
      planProduction({
        ...KITCHEN,
        served: days.slice(0, 2),
        components: new Map(kitchen).set(TZATZIKI, { ...sauce, restartsLife }),
      }).cookings.filter(({ componentId }) => componentId === TZATZIKI);
    expect(made(true)).toHaveLength(1);
    expect(made(false)).toHaveLength(1);
    const later = [days[0]!, served(SOUVLAKI, THU, 10)];
    const madeLater = (restartsLife: boolean) =>
      planProduction({
        ...KITCHEN,
        served: later,
        components: new Map(kitchen).set(TZATZIKI, { ...sauce, restartsLife }),
      }).cookings.filter(({ componentId }) => componentId === TZATZIKI);
    expect(madeLater(true)).toHaveLength(1);
    expect(madeLater(false)).toHaveLength(2);
  });
});

describe('the clock of a plan', () => {
  const rice = { hands: 15, rest: 0, cook: 30, chill: 180 };
  const hours = { ...ALWAYS_OPEN, hours: everyDay(300, 1200) };
  const components = new Map(KITCHEN.components).set(TZATZIKI, {
    ...KITCHEN.components.get(TZATZIKI)!,
    minutes: rice,
  });
  const cook = (...meals: ServedMeal[]) =>
    planProduction({ ...KITCHEN, kitchen: hours, components, served: meals }).cookings.map(
      ({ cookDate, times, need }) => [cookDate, wallText(times.start), need],
    );
  const at = (window: DeliveryWindow) => ({ ...served(SOUVLAKI, THU, 10), window });

  test('of two windows of a date the earlier decides for their joint pot', () => {
    expect(cook(at('16:00-18:00'))).toEqual([[THU, `${THU}T09:45`, 400]]);
    expect(cook(at('16:00-18:00'), at('11:00-13:00'))).toEqual([[WED, `${WED}T16:15`, 800]]);
    // On one day the earlier says when it starts.
    expect(cook(at('16:00-18:00'), at('12:00-14:00'))).toEqual([[THU, `${THU}T05:45`, 800]]);
  });

  test('a component is ready before the work on what it goes into starts', () => {
    const parts = new Map(KITCHEN.components)
      .set(SAUCE, { ...KITCHEN.components.get(SAUCE)!, minutes: rice })
      .set(PASTE, { ...KITCHEN.components.get(PASTE)!, minutes: { ...rice, hands: 60 } });
    const { cookings } = planProduction({
      ...KITCHEN,
      kitchen: hours,
      components: parts,
      served: [{ ...served(CURRY, THU, 10), window: '16:00-18:00' }],
    });
    expect(cookings.map(({ times }) => [wallText(times.start), wallText(times.ready)])).toEqual([
      [`${THU}T09:45`, `${THU}T13:30`],
      [`${THU}T05:15`, `${THU}T09:45`],
    ]);
  });

  test('a meal with minutes of its own needs its components before they start', () => {
    const meals = new Map(KITCHEN.meals).set(SOUVLAKI, {
      ...KITCHEN.meals.get(SOUVLAKI)!,
      minutes: { hands: 60, rest: 0, cook: 0, chill: 60 },
    });
    const { cookings } = planProduction({
      ...KITCHEN,
      kitchen: hours,
      components,
      meals,
      served: [at('16:00-18:00')],
    });
    expect(cookings.map(({ times }) => wallText(times.ready))).toEqual([`${THU}T11:30`]);
  });

  test('what takes longer than the kitchen is open is a problem of its own, once', () => {
    const long = { ...KITCHEN.components.get(TZATZIKI)!, minutes: { ...rice, cook: 960 } };
    const { cookings, problems } = planProduction({
      ...KITCHEN,
      kitchen: hours,
      components: new Map(KITCHEN.components).set(TZATZIKI, long),
      served: THREE_DAYS,
    });
    expect(cookings).toEqual([]);
    expect(problems).toEqual([{ kind: 'longer_than_open', user: { componentId: TZATZIKI } }]);
    expect(tooLongText({ ...rice, hands: 30, cook: 960, chill: 120 }, hours)).toBe(
      'Takes 18 h 30; the kitchen is open 15 h. Enter a rest, or longer hours.',
    );
  });
});

describe('the plan', () => {
  test('joins the deliveries that one cooking can serve', () => {
    expect(plan({ served: THREE_DAYS }).cookings).toEqual([
      { componentId: TZATZIKI, cookDate: TUE, need: 4800, made: 4800 },
    ]);
  });

  test('cooks on a day that was fixed whatever may be cooked then', () => {
    const pins = [{ componentId: TZATZIKI, cookDate: MON }];
    expect(plan({ served: THREE_DAYS, pins }).cookings).toEqual([
      { componentId: TZATZIKI, cookDate: MON, need: 3600, made: 3600 },
      { componentId: TZATZIKI, cookDate: THU, need: 1200, made: 1500 },
    ]);
  });

  test('a component of a component follows what is made, and only has to keep until it is heated', () => {
    const { cookings, ingredients } = plan({ served: [served(CURRY, WED, 10)] });
    expect(cookings).toEqual([
      { componentId: SAUCE, cookDate: WED, need: 1000, made: 1500 },
      { componentId: PASTE, cookDate: WED, need: 150, made: 1000 },
    ]);
    expect(ingredients).toEqual([{ ingredientId: CHILLI, date: WED, qty: 400 }]);
  });

  test('says which need has no day', () => {
    const components = new Map(KITCHEN.components);
    components.set(TZATZIKI, { ...components.get(TZATZIKI)!, keepsDays: 2 });
    const { cookings, problems } = plan({ served: [served(SOUVLAKI, TUE, 10)], components });
    expect(cookings).toEqual([]);
    expect(problems).toMatchObject([{ kind: 'no_day', need: { user: { mealId: SOUVLAKI } } }]);
  });

  test('a pot of a gram is a typing mistake, not a million batches', () => {
    const components = new Map(KITCHEN.components);
    components.set(TZATZIKI, { ...components.get(TZATZIKI)!, pot: 1, min: 0 });
    const { cookings, problems } = plan({ served: THREE_DAYS, components });
    expect(cookings).toEqual([]);
    expect(problems).toMatchObject([{ kind: 'pot_too_small' }]);
  });
});

describe('what is cooked already', () => {
  test('comes off, and half a percent is as exact as a scale', () => {
    expect(plan({ served: THREE_DAYS, cooked: [cooked(TZATZIKI, TUE, 4780)] }).cookings).toEqual(
      [],
    );
    expect(plan({ served: THREE_DAYS, cooked: [cooked(TZATZIKI, TUE, 4000)] }).cookings).toEqual([
      { componentId: TZATZIKI, cookDate: THU, need: 780, made: 1500 },
    ]);
  });

  test('was used up by the deliveries before: a later range does not count it twice', () => {
    const cookedOnTuesday = [cooked(TZATZIKI, TUE, 2000)];
    const onWednesday = { served: THREE_DAYS, from: WED, cooked: cookedOnTuesday };
    // All 2 kg went into Tuesday's 50 portions.
    expect(plan(onWednesday).cookings).toMatchObject([{ cookDate: WED, need: 2800 - 10 }]);
  });

  test('was used up by what was cooked from it', () => {
    const done = [cooked(PASTE, TUE, 1000), cooked(SAUCE, TUE, 5000)];
    const { cookings } = plan({
      served: [served(CURRY, TUE, 50), served(CURRY, WED, 50)],
      from: TUE,
      cooked: done,
    });
    // The 5 kg of sauce took 500 g of paste: 500 g are left for Wednesday's.
    expect(cookings).toEqual([{ componentId: SAUCE, cookDate: WED, need: 5000, made: 5000 }]);
  });

  test('left over and still good serves what it keeps for', () => {
    const left = [cooked(TZATZIKI, MON, 900, 900)];
    const { cookings, onHand } = plan({ served: [served(SOUVLAKI, TUE, 50)], cooked: left });
    expect(cookings).toMatchObject([{ need: 1100, made: 1500 }]);
    expect(onHand).toEqual({ [TZATZIKI]: 900 });
    const tooOld = [cooked(TZATZIKI, '2026-11-28', 900, 900)];
    expect(plan({ served: [served(SOUVLAKI, TUE, 50)], cooked: tooOld }).cookings).toMatchObject([
      { need: 2000 },
    ]);
  });
});

describe('a day to which a cooking may not go', () => {
  const tzatziki = { name: 'Tzatziki', ...KEEPS };
  const needs = [{ deliveryDate: THU, due: { date: THU, minuteOfDay: 810 }, shelfLifeDays: 3 }];
  const open = { ...ALWAYS_OPEN, closures: [dateOff(MON)] };

  test.each([
    [TUE, null],
    [THU, null],
    ['2026-12-04', 'Tzatziki is needed on Thu 3 Dec.'],
    [MON, 'The kitchen is closed on Mon 30 Nov.'],
    [
      '2026-11-29',
      'Tzatziki keeps 5 days. What is needed on Thu 3 Dec may be eaten until Sun 6 Dec.',
    ],
  ])('%s: %s', (date, reason) => {
    expect(whyNotOn(date, tzatziki, needs, open)).toBe(reason);
  });

  test('is any day that the plan itself would not choose, and no other', () => {
    const { cooks } = cookDays(tzatziki, needs, open);
    for (const { cookDate } of cooks) expect(whyNotOn(cookDate, tzatziki, needs, open)).toBeNull();
  });

  test.each([
    [{ readyDaysBefore: 1 }, THU, 'Tzatziki has to be ready 1 day before Thu 3 Dec.'],
    [
      { cookAheadDays: 1 },
      TUE,
      'Tzatziki may be cooked 1 day ahead at most, and is needed on Thu 3 Dec.',
    ],
  ])('with %o on %s: %s', (change, date, reason) => {
    expect(whyNotOn(date, { ...tzatziki, ...change }, needs, open)).toBe(reason);
  });
});
