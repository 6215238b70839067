/**
 * A business to try: `npm start -- --demo`. Last week is delivered, this week is under way, the next is being ordered. All of
 * it is played through the services that customers and staff use, on a clock that is moved, so every rule of the books holds.
 * Loaded only for SEED=demo.
 */
import { MINUTE_MS, DAY_MS } from '#platform/rules/durations.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { addDays, type PlainDate, formatDate } from '#platform/rules/plain-date.ts';
import { type Database, openDatabase } from '#platform/server/db/client.ts';
import { checkBooks } from '#areas/payments/server/check-books.ts';
import {
  aftercareStory,
  cancelOne,
  changedMealSlug,
  changeRecipe,
  disputePayment,
  failRefund,
  fillWindows,
  refundPortion,
  runOutOfMeal,
} from './troubles.ts';
import { makeClosure } from '#areas/delivery/server/make-closure.ts';
import { ClosureRequest } from '#areas/delivery/calls/incidents.ts';
import { sendAllMessages } from './day-work.ts';
import {
  type DemoSignIn,
  emailOf,
  hireCrew,
  makeDemoPassword,
  seededRandom,
  openStage,
  type Scene,
  type Stage,
  type EmptyStage,
  atMinute,
  deliveryDays,
  type DemoWeek,
  demoWeeks,
  todayAt,
} from './stage.ts';
import {
  type Household,
  HOUSEHOLDS,
  landlineOf,
  makeHouseholds,
  nearestTo,
  MILK_FREE,
  NO_EMAIL,
  addUnpaidPortion,
  agreeOnMeal,
  openBasket,
  payFor,
  placeOrder,
} from './demo-orders.ts';
import { kitchenWork } from '#app/server/kitchen-work.ts';
import { endOfLiveDay, liveDay, pastDays } from './demo-days.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { ServiceError } from '#platform/server/errors.ts';
import type { SandboxProcess } from '#platform/server/gateway/sandbox-process.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { joinWaitlist } from '#areas/waitlist/server/waitlist-entries.ts';
import { getTableName, sql } from 'drizzle-orm';
import { ledgerEntries } from '#areas/order-book/server/tables/payments.ts';
import { markDemo } from '#areas/business/server/installation.ts';
import type { Context } from '#platform/server/context.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { staff } from '#platform/server/db/tables/staff.ts';

type Options = {
  sandbox: SandboxProcess;
  /** The first account of STAFF_EMAIL; null: one is made up. */
  owner: { email: string; password: string } | null;
  seed?: string;
};

const DEFAULT_SEED = 'a-business-to-try';
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
  // Settled as it is played: the events of weeks need not be sent once the app listens, which sets this again.
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
      ...kitchenWork(stage),
      ...troublesOf(stage, weeks),
      ...aftercareStory(stage),
    ]);
    await stage.moveTo(stage.now);
    // By the app's own connections: this commit is on the disk, and with it all before.
    await dateRows({ ...stage, context });
    await checkBooks(context);
    await markDemo(context.db, new Date(stage.now));
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
  // Anyone who would come too late comes in the last hours instead.
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
  // For a kitchen's only one the demo needs orders.
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
  const mealId = menu.find(({ slug }) => slug === changedMealSlug(business))?.id;
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

function joinByAndBy({ context, now, business }: Stage): Scene[] {
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

/** Dated by the app's clock, and nobody changes it: its trigger stays. */
const LEDGER = getTableName(ledgerEntries);

type Column = { table_name: string; column_name: string };

/**
 * Dates what the database dated itself. The services write most times by the app's clock, but a column with the default
 * now() says when the story was played: each such row gets the time at which it happened in the story, by real time, as the
 * card provider's books have it.
 */
async function dateRows({ context: { db }, played, inRealTime }: EmptyStage): Promise<void> {
  const { rows: columns } = await db.execute<Column>(sql`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_default = 'now()' and table_name <> ${LEDGER}`);
  // Nothing was written after the last move. An open end would take times of the story for the database's own.
  const stretches = played.slice(0, -1).map(({ at, from }, index) => ({
    from_at: from.toISOString(),
    to_at: (played[index + 1]?.from ?? from).toISOString(),
    real_at: new Date(inRealTime(at)).toISOString(),
  }));
  await db.transaction(async (tx) => {
    await tx.execute(sql`create temp table stretch on commit drop as
      select * from jsonb_to_recordset(${JSON.stringify(stretches)}::jsonb)
        as (from_at timestamptz, to_at timestamptz, real_at timestamptz)`);
    for (const { table_name: table, column_name: column } of columns) {
      const [name, field] = [sql.identifier(table), sql.identifier(column)];
      // Their triggers tell of changes by people, or refuse them.
      await tx.execute(sql`alter table ${name} disable trigger user`);
      await tx.execute(sql`update ${name} set ${field} = stretch.real_at from stretch
        where ${name}.${field} >= stretch.from_at and ${name}.${field} < stretch.to_at`);
      await tx.execute(sql`alter table ${name} enable trigger user`);
    }
  });
}

class DemoRefused extends Error {
  override name = 'DemoRefused';
}

/** Throws DemoRefused unless everything that the demo writes to is empty: nobody's business may be mixed with it. */
async function refuseUsed({ db, gateway }: Pick<Context, 'db' | 'gateway'>): Promise<void> {
  if ((await db.$count(orders)) > 0)
    throw new DemoRefused(
      'The demo needs an empty database, and this one has orders. Start without --demo (and SEED=demo), or set DATA_DIR to a new folder.',
    );
  if ((await db.$count(staff)) > 1 || (await db.$count(meals)) === 0)
    throw new DemoRefused(
      'The demo needs an empty database, and this one has staff or no menu. Set DATA_DIR to a new folder.',
    );
  const paid = (await gateway.listIntentsSince(0)).filter(({ status }) => status === 'succeeded');
  if (paid.length > 0)
    throw new DemoRefused(
      'The demo needs a payment sandbox without payments, and this one has some. Set DATA_DIR to a new folder.',
    );
}

/** Last week and the week that is open have orders for its scenes; more is not needed. */
const FEWEST_PLACES = 20;

/** Throws DemoRefused for windows, closed days or places that leave too little to order. */
function refuseFacts(weeks: readonly DemoWeek[], facts: BusinessFacts): void {
  for (const week of [weeks[0], weeks.at(-1)]) {
    if (!week) continue;
    const days = deliveryDays(week, facts);
    const from = `the week from ${formatDate(week.weekStart)}`;
    if (days.length === 0)
      throw new DemoRefused(
        `The demo needs a day with deliveries in ${from}, and your closed days leave none. Start without --demo (and SEED=demo), or open a day of that week in Settings.`,
      );
    const windows = days.reduce((sum, date) => sum + windowsOn(facts, date).length, 0);
    const places = windows * facts.slotCapacity.default;
    if (places < FEWEST_PLACES)
      throw new DemoRefused(
        `The demo needs ${FEWEST_PLACES} deliveries in ${from}, and your windows have ${places} places. Start without --demo (and SEED=demo), or raise the places of a window in Settings.`,
      );
  }
}
