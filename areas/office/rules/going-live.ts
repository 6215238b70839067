/**
 * Going live: what a new kitchen needs before its first customers, what keeps it from opening, and what works but hurts. One rule
 * for the page, Today, the health check and the alarms.
 */
import { mealsText } from '#areas/order-book/rules/people.ts';
import { HOUR_MS } from '#platform/rules/durations.ts';
import {
  type BusinessFacts,
  changedFacts,
  defaultBusiness,
  FACTS,
} from '#areas/business/rules/facts.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';

/** In the sequence of the page. */
export const GOING_LIVE_GROUPS = {
  'Your kitchen': ['contact', 'where', 'when', 'cost', 'meals', 'texts'],
  Connections: ['cards', 'email', 'address', 'backups'],
  'Try it': ['labels', 'order', 'people', 'sms', 'tests'],
} as const;
export const GOING_LIVE_STEPS = [
  ...GOING_LIVE_GROUPS['Your kitchen'],
  ...GOING_LIVE_GROUPS.Connections,
  ...GOING_LIVE_GROUPS['Try it'],
] as const;
export type GoingLiveStep = (typeof GOING_LIVE_STEPS)[number];

/** `test`: the card provider with test keys. */
export type CardMode = 'none' | 'sandbox' | 'test' | 'live';

/** Without a mail server, emails are kept as files. */
export type EmailMode = 'smtp' | 'kept';

export const GOING_LIVE_TITLES: Record<GoingLiveStep, string> = {
  contact: 'Name and contact',
  where: 'Where you deliver',
  when: 'When you deliver',
  cost: 'What it costs',
  meals: 'First meals',
  texts: 'Page texts and terms',
  cards: 'Card payments',
  email: 'Emails',
  address: 'Public address',
  backups: 'Backups',
  labels: 'A printed label',
  order: 'A test order',
  people: 'A second person',
  sms: 'Text messages',
  tests: 'Remove test orders',
};

export type GoingLiveFacts = {
  now: Instant;
  business: BusinessFacts;
  menu: {
    /** For an offered service, and active. */
    meals: number;
    /** For these, without declared allergens. */
    undeclared: number;
    /** Staff added, changed or removed a meal. */
    isOwn: boolean;
  };
  /** `says`: what the connection says of itself. `proved`: outside has answered for it as it is. */
  cards: { mode: CardMode; bar: string | null; says: string; proved: boolean };
  email: { mode: EmailMode; says: string; proved: boolean };
  sms: { says: string; proved: boolean };
  /** `certificateEnds`: as the address showed it when it was last asked; null: it was not, or it has none. */
  address: { publicUrl: string; proved: boolean; certificateEnds: Instant | null };
  backups: {
    hour: number | null;
    sheetSaved: boolean;
    /** Copies leave this machine. */
    copied: boolean;
    /** The newest one was restored beside ours, and its books were right. */
    rehearsed: boolean;
  };
  labelPrinted: boolean;
  /** The number of the newest paid order. */
  paidOrder: string | null;
  /** Orders that are tests since live card keys are in force, real ones, and when tests were removed, as text. */
  testOrders: { tests: number; live: number; deliveriesOfTests: number; removedAt: string | null };
  /** Terms and privacy were read as customers see them now. */
  textsRead: boolean;
  /** Active owners and managers. */
  leaders: number;
  /** `production`: rate limits and secure cookies are as they should be. `movedClock`: where it began, if it was set. */
  installation: { production: boolean; movedClock: string | null };
  later: readonly GoingLiveStep[];
  right: readonly GoingLiveStep[];
};

export type StepReport = {
  step: GoingLiveStep;
  state: 'done' | 'open' | 'later';
  /** What we found; of an open step, what is missing. */
  says: string;
  mayKeep: boolean;
};

type StepState = { isDone: boolean; says: string; mayKeep?: boolean };

/** Nothing is asked about test orders before live keys make tests of them. */
function hadTests({ tests, removedAt }: GoingLiveFacts['testOrders']): boolean {
  return tests > 0 || removedAt !== null;
}

/** Every step with what was found. What is done counts as done, also if it was left for later. */
export function reportGoingLive(facts: GoingLiveFacts): StepReport[] {
  return GOING_LIVE_STEPS.filter((step) => step !== 'tests' || hadTests(facts.testOrders)).map(
    (step) => {
      const { isDone, says, mayKeep = false } = FINDERS[step](facts);
      if (isDone) return { step, state: 'done', says, mayKeep: false };
      return { step, state: facts.later.includes(step) ? 'later' : 'open', says, mayKeep };
    },
  );
}

/** Nothing of the page is left to ask. */
export function isAllSettled(reports: readonly StepReport[]): boolean {
  return reports.every(({ state }) => state !== 'open');
}

const CARD_BARS: Readonly<Record<string, string>> = {
  none: 'No card payments: set up live card keys.',
  test: 'The card keys are test keys: customers need live ones.',
  refused: 'The card provider no longer accepts your keys: enter new ones.',
  locked:
    'The saved card keys can’t be opened on this machine: restore recovery.key, or enter them again.',
};

/** Without these nobody can order, whatever the switch says. A sentence each. */
export function barsToOpening({
  bar,
  meals,
  business,
}: {
  /** Why cards can't be taken from the public. */
  bar: string | null;
  meals: number;
  business: Pick<BusinessFacts, 'deliveryWindows'>;
}): string[] {
  return [
    bar !== null && (CARD_BARS[bar] ?? 'Cards can’t be taken.'),
    meals === 0 && 'No meal is on the menu.',
    business.deliveryWindows.every(({ weekdays }) => weekdays.length === 0) &&
      'There is no delivery window.',
  ].filter((sentence) => sentence !== false);
}

/** It can open all the same, and should know: a sentence each. */
export function warningsBeforeOpening(facts: GoingLiveFacts): string[] {
  const { menu, email, backups, textsRead, leaders, address, installation } = facts;
  return [
    email.mode === 'kept' && KEPT_EMAIL,
    !backups.sheetSaved &&
      'The recovery sheet is not saved: if this machine is lost, so are the saved keys.',
    !backups.copied && 'No copy of the backups leaves this machine.',
    !backups.rehearsed &&
      'No restore has been rehearsed yet: that happens on the 1st of each month.',
    menu.undeclared > 0 &&
      `${mealsText(menu.undeclared)} on the menu without declared allergens. People with allergies can’t order them.`,
    !textsRead && 'Nobody has read the terms and privacy pages as customers see them.',
    leaders < 2 && 'Only one person can run the kitchen: invite a second owner or manager.',
    !isPublic(address.publicUrl) &&
      `The address ${address.publicUrl} is not https: nobody else can sign in or pay.`,
    !installation.production &&
      'NODE_ENV is not production. Rate limits and secure cookies may be off.',
    installation.movedClock !== null &&
      `MEALRUN_NOW is set: the clock began at ${installation.movedClock}.`,
  ].filter((sentence) => sentence !== false);
}

/** For a launch to come, or one that passed with something in its way. */
const ALARM_HOURS = [
  { hours: 0, says: 'The launch date has come' },
  { hours: 1, says: 'The launch is within an hour' },
  { hours: 24, says: 'The launch is within a day' },
  { hours: 7 * 24, says: 'The launch is within 7 days' },
] as const;

/** How near the launch is while something is in its way; null: there is time. `launchAt`: its midnight. */
export function launchAlarm(
  now: Instant,
  launchAt: Instant,
  bars: readonly string[],
): string | null {
  if (bars.length === 0) return null;
  const near = ALARM_HOURS.find(({ hours }) => launchAt - now <= hours * HOUR_MS);
  return near ? `${near.says}: ${bars.join(' ')}` : null;
}

const CERTIFICATE_DAYS = 14;

/** Whole days that a certificate is still good, when they are few; null: it has time. */
export function daysOfCertificate(now: Instant, ends: Instant | null): number | null {
  if (ends === null) return null;
  const days = Math.floor((ends - now) / (24 * HOUR_MS));
  return days < CERTIFICATE_DAYS ? Math.max(0, days) : null;
}

function isPublic(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

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

const FINDERS: Record<GoingLiveStep, (facts: GoingLiveFacts) => StepState> = {
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
    const says = `${mealsText(menu.meals)} on the menu${menu.undeclared > 0 ? `, ${menu.undeclared} undeclared` : ''}.`;
    if (menu.isOwn) return { isDone: true, says };
    return right.includes('meals')
      ? { isDone: true, says: `${says} You kept the sample menu.` }
      : { isDone: false, says: 'The menu is still the sample.', mayKeep: true };
  },

  texts({ textsRead }) {
    return textsRead
      ? { isDone: true, says: 'You have read the terms and privacy pages as customers see them.' }
      : {
          isDone: false,
          says: 'Nobody has read the terms and privacy pages as customers see them now.',
          mayKeep: true,
        };
  },

  cards: ({ cards: { says, proved } }) => ({ isDone: proved, says }),

  email: ({ email: { says, proved } }) => ({ isDone: proved, says }),

  address({ address: { publicUrl, proved, certificateEnds }, business, now }) {
    if (!isPublic(publicUrl))
      return { isDone: false, says: `${publicUrl} works on this machine alone.` };
    if (!proved) return { isDone: false, says: `Not checked yet that ${publicUrl} leads here.` };
    if (certificateEnds === null) return { isDone: true, says: `${publicUrl} leads here.` };
    const until = formatDate(wallTimeAt(certificateEnds, business.timeZone).date);
    if (daysOfCertificate(now, certificateEnds) === null)
      return { isDone: true, says: `${publicUrl} leads here. Certificate until ${until}.` };
    const ends = certificateEnds <= now ? 'ended' : 'ends';
    return {
      isDone: false,
      says: `The certificate of ${publicUrl} ${ends} on ${until}. Browsers then warn your customers: the person who runs the server renews it.`,
    };
  },

  backups({ backups: { hour, sheetSaved, copied } }) {
    const when =
      hour === null ? 'Automatic backups are off' : `Every day at ${formatMinuteOfDay(hour * 60)}`;
    const where = copied ? 'with a copy elsewhere' : 'on this machine only';
    return {
      isDone: sheetSaved && hour !== null,
      says: `${when}, ${where}. Recovery sheet ${sheetSaved ? 'saved' : 'not saved'}.`,
    };
  },

  labels({ labelPrinted }) {
    return labelPrinted
      ? { isDone: true, says: 'A test label was printed.' }
      : { isDone: false, says: 'No test label was printed yet.' };
  },

  order({ paidOrder, testOrders: { removedAt } }) {
    if (paidOrder === null && removedAt !== null)
      return { isDone: true, says: 'Test orders were paid, and removed.' };
    return paidOrder === null
      ? { isDone: false, says: 'No order has been paid yet.' }
      : { isDone: true, says: `Order ${paidOrder} is paid and in the portal.` };
  },

  people({ leaders }) {
    return leaders > 1
      ? { isDone: true, says: `${leaders} owners and managers can run the kitchen.` }
      : { isDone: false, says: 'Only you can run the kitchen.' };
  },

  sms: ({ sms: { says, proved } }) => ({ isDone: proved, says }),

  tests({ testOrders: { tests, live, removedAt } }) {
    if (tests === 0) return { isDone: true, says: `Test orders were removed ${removedAt}.` };
    const what = tests === 1 ? '1 test order' : `${tests} test orders`;
    if (live > 0)
      return {
        isDone: true,
        says: `${what} ${tests === 1 ? 'stays' : 'stay'}, because real orders have been paid. Marked TEST, and no figure counts ${tests === 1 ? 'it' : 'them'}.`,
      };
    return {
      isDone: false,
      says: `${what} from before your live keys. Marked TEST, not cooked, and no figure counts ${tests === 1 ? 'it' : 'them'}. ${tests === 1 ? 'It can' : 'They can'} be removed until the first real order is paid.`,
    };
  },
};

function keptOr({ right }: GoingLiveFacts, step: GoingLiveStep, what: string): StepState {
  return right.includes(step)
    ? { isDone: true, says: `${what}: you said that the example is right.` }
    : { isDone: false, says: `${what}: still the example.`, mayKeep: true };
}

function isChanged(business: BusinessFacts, facts: readonly (keyof BusinessFacts)[]): boolean {
  return changedFacts(defaultBusiness, business).some((fact) => facts.includes(fact));
}
