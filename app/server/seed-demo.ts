/**
 * A business to try: `npm start -- --demo`. Last week is delivered, this week is under way, the next is being ordered. All of
 * it is played through the services that customers and staff use, on a clock that is moved, so every rule of the books holds.
 * Loaded only for SEED=demo.
 */
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { type Database, openDatabase } from '#platform/server/db/client.ts';
import { checkBooks } from '#areas/payments/server/check-books.ts';
import { aftercareStory } from '#app/server/aftercare-story.ts';
import { makeClosure } from '#areas/delivery/server/incident/make-closure.ts';
import { ClosureRequest } from '#areas/delivery/calls/incidents.ts';
import { dateRows } from '#app/server/date-rows.ts';
import { sendAllMessages } from '#app/server/day-work.ts';
import { type DemoSignIn, emailOf, hireCrew, makeDemoPassword } from '#app/server/demo-crew.ts';
import {
  type Household,
  HOUSEHOLDS,
  landlineOf,
  makeHouseholds,
  nearestTo,
  MILK_FREE,
  NO_EMAIL,
} from '#app/server/households.ts';
import { endOfLiveDay, liveDay } from '#app/server/live-day.ts';
import { pastDays } from '#app/server/past-days.ts';
import { addUnpaidPortion, agreeOnMeal } from '#app/server/phone-edits.ts';
import { openBasket, payFor, placeOrder } from '#app/server/place-order.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { refuseFacts, refuseUsed } from '#app/server/refuse-used.ts';
import { seededRandom } from '#app/server/seeded-random.ts';
import { openStage, type Scene, type Stage } from '#app/server/stage.ts';
import {
  cancelOne,
  CHANGED_MEAL,
  changeRecipe,
  disputePayment,
  failRefund,
  fillWindows,
  refundPortion,
  runOutOfMeal,
} from '#app/server/troubles.ts';
import { joinByAndBy } from '#app/server/waitlist-story.ts';
import { atMinute, deliveryDays, type DemoWeek, demoWeeks, todayAt } from '#app/server/weeks.ts';
import { ServiceError } from '#platform/server/errors.ts';
import type { SandboxProcess } from '#platform/server/gateway/sandbox-process.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';

type Options = {
  sandbox: SandboxProcess;
  /** The first account of STAFF_EMAIL; null: one is made up. */
  owner: { email: string; password: string } | null;
  seed?: string;
};

const DEFAULT_SEED = 'a-business-to-try';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ORDERING = 0.66;
const TODAY = 0.3;

/**
 * Fills an empty database, and says how to sign in. Throws DemoRefused for one that is in use.
 */
export async function seedDemo(
  context: StaffContext,
  { sandbox, owner, seed = DEFAULT_SEED }: Options,
): Promise<DemoSignIn> {
  await refuseUsed(context);
  const { business } = await context.site.current();
  const signIn = owner ?? { email: emailOf('Robin Whitlock'), password: makeDemoPassword() };
  const db = openFastDatabase(context);
  const empty = openStage({ context: { ...context, db }, sandbox, business, seed });
  const weeks = demoWeeks(empty.now, business);
  refuseFacts(weeks, business);
  const [first] = weeks;
  if (!first) throw new Error('The demo has no weeks');
  // Settled as it is played: the events of weeks need not be sent once the app listens, which sets this anew.
  await sandbox.setWebhook(sandbox.baseUrl, []);
  await empty.moveTo(first.opensAt - 30 * DAY_MS);
  const stage: Stage = { ...empty, crew: await hireCrew(empty.context, signIn) };
  try {
    await play(stage, [
      ...joinByAndBy(stage),
      ...closedWindow(stage, weeks),
      ...weeks.flatMap((week) => orderWeek(stage, week)),
      ...pastDays(stage, weeks),
      ...liveDay(stage),
      ...troublesOf(stage, weeks),
      ...aftercareStory(stage),
    ]);
    await stage.moveTo(stage.now);
    // By the app's own connections: this commit is on the disk, and with it all before.
    await dateRows({ ...stage, context });
    await checkBooks(context);
  } finally {
    await db.$client.end();
    await stage.bank.moveClock(0);
  }
  context.site.renew();
  return signIn;
}

/** Commits need not reach the disk one by one: a demo that was interrupted is thrown away. */
function openFastDatabase({ backup: { databaseUrl } }: StaffContext): Database {
  const separator = databaseUrl.includes('?') ? '&' : '?';
  const options = encodeURIComponent('-c synchronous_commit=off');
  return openDatabase(`${databaseUrl}${separator}options=${options}`, { max: 4 });
}

async function play(stage: Stage, scenes: readonly Scene[]): Promise<void> {
  // Sorting is stable: what happens at one time happens in the sequence in which it is told.
  for (const scene of scenes.toSorted((one, other) => one.at - other.at)) {
    await stage.moveTo(scene.at);
    await scene.play();
  }
}

/** Customers order through the week, more of them towards its end. */
function orderWeek(stage: Stage, week: DemoWeek): Scene[] {
  const today = todayAt(stage.now, stage.business);
  const days = deliveryDays(week, stage.business);
  if (days.length === 0) return [];
  const wishes = makeHouseholds(stage.seed, stage.business).flatMap((household) => {
    const random = seededRandom(`${stage.seed}:wish:${household.index}:${week.index}`);
    const isFirst = household.index === NO_EMAIL && week.index === -1;
    if (!random.chance(ORDERING) && household.index !== MILK_FREE && !isFirst) return [];
    const late = Math.max(random.next(), random.next());
    // Before a small kitchen is full.
    const part = isFirst ? 0 : late;
    const at = instantIn(week, part, stage, random.below(15 * 60));
    const isToday = week.index === 0 && random.chance(TODAY);
    const day = isToday && days.includes(today) ? today : random.pick(days);
    return [{ household, at, day }];
  });
  const placed = wishes.filter(({ at }) => at <= week.until);
  // A week that has just opened has its first orders all the same.
  const early = wishes
    .slice(0, 2)
    .map((wish, index) => ({ ...wish, at: share(week, (index + 1) / 3) }));
  return (placed.length > 1 ? placed : early).map(({ household, at, day }) => ({
    at,
    async play() {
      await placeOrder(stage, household, { week, day }).catch(turnAway);
      await sendAllMessages(stage);
    },
  }));
}

/** A small kitchen has no place for all sixty. */
function turnAway(error: unknown): void {
  if (!(error instanceof ServiceError) || error.code !== 'slot_full') throw error;
}

/** While people are awake, as far as the week allows. */
function instantIn(week: DemoWeek, part: number, { business }: Stage, minute: number): Instant {
  const day: PlainDate = addDays(todayAt(week.opensAt, business), Math.floor(part * 8));
  const at = atMinute(day, 7 * 60 + minute, business);
  // Whoever would come too late comes in the last hours instead.
  const latest = week.cutoff - (1 + (minute % 180)) * MINUTE_MS;
  return Math.min(Math.max(at, week.opensAt), latest);
}

function share({ opensAt, until }: DemoWeek, part: number): Instant {
  return opensAt + Math.floor((until - opensAt) * part);
}

/** In the last window of the week that is open now nobody can drive. */
function closedWindow(stage: Stage, weeks: readonly DemoWeek[]): Scene[] {
  const open = weeks.at(-1);
  if (!open) return [];
  const days = deliveryDays(open, stage.business);
  const slots = days.flatMap((date) =>
    windowsOn(stage.business, date).map((window) => ({
      from: date,
      until: date,
      windows: [window],
    })),
  );
  const closed = slots.at(-1);
  // Of a kitchen's only one the demo needs orders.
  if (!closed || slots.length === 1) return [];
  return [
    {
      at: open.opensAt,
      play: async () =>
        void (await makeClosure(
          stage.context,
          stage.crew.manager,
          ClosureRequest.parse({ ...closed, booked: 'leave' }),
        )),
    },
  ];
}

function troublesOf(stage: Stage, weeks: readonly DemoWeek[]): Scene[] {
  const { now } = stage;
  const open = weeks.at(-1);
  if (!open) return [];
  // After today's work: a bag with a changed recipe could not be packed.
  const earliest = Math.max(open.opensAt, endOfLiveDay(stage));
  const ago = (minutes: number) => Math.max(now - minutes * MINUTE_MS, earliest);
  const basket: { pay?: () => Promise<unknown> } = {};
  return [
    { at: now - 26 * 60 * MINUTE_MS, play: () => refundPortion(stage) },
    { at: now - 25 * 60 * MINUTE_MS, play: () => disputePayment(stage) },
    { at: ago(170), play: () => cancelOne(stage) },
    { at: ago(165), play: () => addUnpaidPortion(stage) },
    {
      at: ago(160),
      play: () =>
        agreeOnMeal(stage, friend(stage, 'Nora'), {
          week: open,
          day: firstDay(stage, open),
        }),
    },
    { at: ago(150), play: () => failRefund(stage) },
    { at: ago(120), play: () => runOutOfMeal(stage) },
    { at: ago(20), play: () => orderChangedMeal(stage, open) },
    {
      at: ago(12),
      async play() {
        basket.pay = await leaveUnpaid(stage, open);
      },
    },
    { at: ago(10), play: () => changeRecipe(stage) },
    { at: ago(6), play: async () => void (await basket.pay?.()) },
    { at: now, play: () => sendAllMessages(stage) },
    // Last of all: nobody who orders later finds it full.
    { at: now, play: () => fillWindows(stage, open.weekStart) },
  ];
}

/** Someone orders the meal whose recipe is about to change. */
async function orderChangedMeal(stage: Stage, week: DemoWeek): Promise<void> {
  await placeOrder(stage, friend(stage, 'Edith'), await wishFor(stage, week));
}

/** The recipe changes while they are paying, so that their paid order needs a decision. */
async function leaveUnpaid(stage: Stage, week: DemoWeek): Promise<() => Promise<unknown>> {
  const checkout = await openBasket(stage, friend(stage, 'Warren'), await wishFor(stage, week));
  return () => payFor(stage, checkout);
}

async function wishFor({ context, business }: Stage, week: DemoWeek) {
  const { menu } = await context.site.current();
  const mealId = menu.find(({ slug }) => slug === CHANGED_MEAL)?.id;
  return { week, day: firstDay({ business }, week), ...(mealId !== undefined && { mealId }) };
}

function firstDay({ business }: Pick<Stage, 'business'>, week: DemoWeek): PlainDate {
  return deliveryDays(week, business)[0] ?? week.weekStart;
}

/** Each lives alone and must not have milk. */
const FRIENDS = [
  ['Edith', 'Lowell'],
  ['Warren', 'Sedgwick'],
  ['Nora', 'Whitcombe'],
] as const;

function friend({ seed, business }: Stage, which: (typeof FRIENDS)[number][0]): Household {
  const nth = FRIENDS.findIndex(([name]) => name === which);
  const [firstName, lastName] = FRIENDS[nth] ?? FRIENDS[0];
  const index = HOUSEHOLDS + nth;
  // An address like another household's, and all else their own.
  const [like] = makeHouseholds(`${seed}:friends`, business).slice(nth);
  if (!like) throw new Error('The demo has no households');
  const email = `${firstName}.${lastName}@post.example`.toLowerCase();
  const phone = landlineOf(index, business);
  return {
    index,
    isDaily: false,
    customer: { ...like.customer, firstName, lastName, email, phone },
    people: [
      {
        name: firstName,
        calorieTarget: nearestTo(1500, business.caloriePlans),
        ...NO_FOOD_NEEDS,
        allergens: ['milk'],
      },
    ],
  };
}
