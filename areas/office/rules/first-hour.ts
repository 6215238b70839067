/**
 * The first hour of a new kitchen: what it needs before its first order, and what is missing before it takes real money.
 * One rule for the checklist and the System page.
 */
import {
  type BusinessFacts,
  changedFacts,
  defaultBusiness,
  FACTS,
} from '#areas/business/rules/facts.ts';

/** In the sequence of the checklist. */
export const FIRST_HOUR_STEPS = [
  'contact',
  'where',
  'when',
  'cost',
  'meals',
  'cards',
  'email',
  'labels',
  'order',
] as const;
export type FirstHourStep = (typeof FIRST_HOUR_STEPS)[number];

/** `test`: the card provider with test keys. */
export type CardMode = 'none' | 'sandbox' | 'test' | 'live';

/** Without a mail server, emails are kept as files. */
export type EmailMode = 'smtp' | 'kept';

export const FIRST_HOUR_TITLES: Record<FirstHourStep, string> = {
  contact: 'Name and contact',
  where: 'Where you deliver',
  when: 'When you deliver',
  cost: 'What it costs',
  meals: 'First meals',
  cards: 'Card payments',
  email: 'Emails',
  labels: 'Labels',
  order: 'A test order',
};

export type FirstHourFacts = {
  business: BusinessFacts;
  menu: {
    meals: number;
    /** Of these, without declared allergens. */
    undeclared: number;
    /** Staff added, changed or removed a meal. */
    isOwn: boolean;
  };
  /** `answered`: the provider answered with the keys of this mode. */
  cards: { mode: CardMode; answered: boolean };
  /** `arrived`: the code of a test email sent in this mode was typed in. */
  email: { mode: EmailMode; arrived: boolean };
  labelPrinted: boolean;
  /** The number of the newest paid order. */
  paidOrder: string | null;
  /** Steps that the owner left for later. */
  later: readonly FirstHourStep[];
  /** Steps whose example the owner said is right. */
  right: readonly FirstHourStep[];
};

export type StepReport = {
  step: FirstHourStep;
  state: 'done' | 'open' | 'later';
  /** What we found; of an open step, what is missing. */
  says: string;
  /** The owner may say that the example is right for them. */
  mayKeep: boolean;
};

type Found = { isDone: boolean; says: string; mayKeep?: boolean };

/** Every step with what was found. What is done counts as done, also if it was left for later. */
export function reportFirstHour(facts: FirstHourFacts): StepReport[] {
  return FIRST_HOUR_STEPS.map((step) => {
    const { isDone, says, mayKeep = false } = FINDERS[step](facts);
    if (isDone) return { step, state: 'done', says, mayKeep: false };
    return { step, state: facts.later.includes(step) ? 'later' : 'open', says, mayKeep };
  });
}

/** Nothing of the checklist is left to ask. */
export function isFirstHourOver(reports: readonly StepReport[]): boolean {
  return reports.every(({ state }) => state !== 'open');
}

/** A sentence for each thing to settle before customers pay with real cards; empty: ready. */
export function missingBeforeLive(facts: FirstHourFacts): string[] {
  const notDone = reportFirstHour(facts)
    .filter(({ state }) => state !== 'done')
    .map(({ step, says }) => `${FIRST_HOUR_TITLES[step]}: ${says}`);
  const { undeclared } = facts.menu;
  return [
    ...notDone,
    ...(facts.cards.mode === 'live' || !facts.cards.answered ? [] : [CARDS_SAY[facts.cards.mode]]),
    ...(facts.email.mode === 'smtp' || !facts.email.arrived ? [] : [KEPT_EMAIL]),
    ...(undeclared === 0
      ? []
      : [
          `${mealsText(undeclared)} on the menu without declared allergens. People with allergies can’t order them.`,
        ]),
  ];
}

const CARDS_SAY: Record<CardMode, string> = {
  none: 'Nobody can pay by card yet.',
  sandbox: 'Payments go to the built-in sandbox. No card is charged.',
  test: 'Payments go to Stripe with test keys. No card is charged.',
  live: 'Payments go to Stripe with live keys. Cards are charged.',
};

const KEPT_EMAIL = 'No mail server is set. Emails are saved as files, and nobody receives them.';

const EXAMPLE_CONTACT = ['name', 'tagline', 'phone', 'email', 'premises', 'orderPrefix'] as const;
const PLACE = ['location', 'region'] as const;
/** Not the time zone, which is where they are. */
const TIMES = [
  'orderWeekStart',
  'cutoff',
  'deliveryWindows',
  'defaultWindow',
  'launchDate',
] as const;
const COSTS = [
  'dailyFeeCents',
  'weeklyFeeCents',
  'dailyFromMeals',
  'freeDeliveryFromMeals',
  'gstRegistered',
  'abn',
] as const;

const FINDERS: Record<FirstHourStep, (facts: FirstHourFacts) => Found> = {
  contact({ business }) {
    const left = EXAMPLE_CONTACT.filter((fact) => business[fact] === defaultBusiness[fact]);
    if (left.length === 0) return { isDone: true, says: `${business.name}, ${business.phone}.` };
    const labels = left.map((fact) => FACTS[fact].label).join(', ');
    return { isDone: false, says: `Still the example: ${labels}.` };
  },

  where(facts) {
    const { business } = facts;
    const count = `${business.suburbs.length} suburbs`;
    if (!isChanged(business, ['suburbs', ...PLACE])) return keptOr(facts, 'where', count);
    const old = PLACE.filter((fact) => !isChanged(business, [fact]));
    if (!isChanged(business, ['suburbs'])) {
      return { isDone: false, says: 'The suburbs are still those of the example.' };
    }
    if (old.length > 0) {
      const labels = old.map((fact) => FACTS[fact].label).join(', ');
      return { isDone: false, says: `The suburbs are yours, but still the example: ${labels}.` };
    }
    return { isDone: true, says: `${count}, ${business.region.state}.` };
  },

  when(facts) {
    const says = 'Days, hours and cut-off';
    if (!isChanged(facts.business, TIMES)) return keptOr(facts, 'when', says);
    return { isDone: true, says: `${says} are yours.` };
  },

  cost(facts) {
    const says = 'Fees, GST and ABN';
    if (!isChanged(facts.business, COSTS)) return keptOr(facts, 'cost', says);
    const { abn } = facts.business;
    return {
      isDone: true,
      says: abn === null ? `${says} are yours, without an ABN.` : `${says} are yours.`,
    };
  },

  meals({ menu, right }) {
    if (menu.meals === 0) return { isDone: false, says: 'No meal is on the menu.' };
    const says = `${mealsText(menu.meals)} on the menu.`;
    if (menu.isOwn) return { isDone: true, says };
    return right.includes('meals')
      ? { isDone: true, says: `${says} You kept the sample menu.` }
      : { isDone: false, says: 'The menu is still the sample.', mayKeep: true };
  },

  cards({ cards: { mode, answered } }) {
    if (answered) return { isDone: true, says: `The card provider answers. ${CARDS_SAY[mode]}` };
    return { isDone: false, says: 'Not checked with these keys yet.' };
  },

  email({ email: { mode, arrived } }) {
    if (!arrived) return { isDone: false, says: 'No test email has arrived yet.' };
    return { isDone: true, says: mode === 'smtp' ? 'A test email arrived.' : KEPT_EMAIL };
  },

  labels({ labelPrinted }) {
    return labelPrinted
      ? { isDone: true, says: 'A test label was printed.' }
      : { isDone: false, says: 'No test label was printed yet.' };
  },

  order({ paidOrder }) {
    return paidOrder === null
      ? { isDone: false, says: 'No order has been paid yet.' }
      : { isDone: true, says: `Order ${paidOrder} is paid and in the portal.` };
  },
};

function keptOr({ right }: FirstHourFacts, step: FirstHourStep, what: string): Found {
  return right.includes(step)
    ? { isDone: true, says: `${what}: you said that the example is right.` }
    : { isDone: false, says: `${what}: still the example.`, mayKeep: true };
}

function isChanged(business: BusinessFacts, facts: readonly (keyof BusinessFacts)[]): boolean {
  return changedFacts(defaultBusiness, business).some((fact) => facts.includes(fact));
}

function mealsText(count: number): string {
  return count === 1 ? '1 meal' : `${count} meals`;
}
