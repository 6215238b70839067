/** One email an order asks for ratings, a day after its last delivery, unless its address was told to be left alone. */
import { isTimeForEmails } from '#areas/messages/rules/reminder-keeps.ts';
import {
  and,
  eq,
  gte,
  inArray,
  isNull,
  lte,
  max,
  not,
  notExists,
  or,
  sql,
  count,
  ne,
} from 'drizzle-orm';
import {
  ratingEmailsDue,
  FEWEST_SHOWN_RATINGS,
  formatStars,
  MOST_SHOWN_COMMENTS,
  shownRating,
} from '#areas/customers/rules/meal-ratings.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { emailKey, veilEmail } from '#platform/rules/customer-name.ts';
import type { Context } from '#platform/server/context.ts';
import { mealRatings, ratingRefusals } from '#areas/customers/server/tables/problems.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { NotFound } from '#platform/server/errors.ts';
import { messageKey, writeMessage } from '#areas/messages/server/write-message.ts';
import { readLinkToken } from '#platform/server/link-token.ts';
import type { ShownComment } from '#areas/menu/calls/site-data.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { ShownRatings } from '#areas/menu/server/site-port.ts';
import type { Database } from '#platform/server/db/client.ts';

const MOST_AT_ONCE = 200;

/** Writes the emails that are due. Run again, or by two processes at once, it writes none twice. */
export async function askForRatings(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
): Promise<number> {
  const { timeZone } = (await context.site.current()).business;
  const now = context.clock();
  if (!isTimeForEmails(wallTimeAt(now, timeZone).minuteOfDay)) return 0;
  const due = await listDue(context);
  for (const order of due) {
    await context.db.transaction((tx) =>
      writeMessage(tx, context, {
        kind: 'rating_request',
        about: order.id,
        orderId: order.id,
        recipient: order.email,
      }),
    );
  }
  return due.length;
}

/** Nobody is asked how food was that they were told not to eat. */
function warnedOf(db: Context['db']) {
  return db
    .select({ id: foodMatters.id })
    .from(foodMatters)
    .where(
      and(
        eq(foodMatters.orderId, orders.id),
        eq(foodMatters.kind, 'given_held'),
        sql`${foodMatters.settledHow} is distinct from 'taken_back'`,
      ),
    );
}

/** All of it has its ending, the last was left a day ago, and nothing was asked or said yet. */
async function listDue({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<{ id: number; email: string }[]> {
  const { from, to } = ratingEmailsDue(clock());
  const asked = db
    .select({ id: messages.id })
    .from(messages)
    .where(
      eq(messages.dedupeKey, sql`${messageKey('rating_request', 'email', '')} || ${orders.id}`),
    );
  const refused = db
    .select({ email: ratingRefusals.email })
    .from(ratingRefusals)
    .where(eq(ratingRefusals.email, sql`lower(${orders.email})`));
  const rated = db
    .select({ id: mealRatings.id })
    .from(mealRatings)
    .where(eq(mealRatings.orderId, orders.id));
  const lastLeft = max(
    sql`case when ${deliveries.status} = 'delivered' then ${deliveries.statusAt} end`,
  );
  return db
    .select({ id: orders.id, email: orders.email })
    .from(orders)
    .innerJoin(deliveries, eq(deliveries.orderId, orders.id))
    .where(
      and(
        inArray(
          orders.id,
          db
            .select({ id: deliveries.orderId })
            .from(deliveries)
            .where(
              and(
                eq(deliveries.status, 'delivered'),
                gte(deliveries.statusAt, new Date(from)),
                lte(deliveries.statusAt, new Date(to)),
              ),
            ),
        ),
        isNull(orders.erasedAt),
        notExists(asked),
        notExists(refused),
        notExists(rated),
        notExists(warnedOf(db)),
        not(isTestOrder(orders.id)),
      ),
    )
    .groupBy(orders.id)
    .having(
      and(
        sql`bool_and(${deliveries.status} in ('delivered', 'cancelled')
          or (${deliveries.status} = 'missed' and ${deliveries.settledAt} is not null))`,
        lte(lastLeft, new Date(to)),
      ),
    )
    .orderBy(orders.id)
    .limit(MOST_AT_ONCE);
}

type Subscription = { email: string; isSubscribed: boolean };
type Stopping = Pick<Context, 'db' | 'trackingSecret'>;

/** Whose link it is. Changes nothing. Throws NotFound, alike for a link we did not issue and an erased customer. */
export async function getRatingEmails(context: Stopping, token: string): Promise<Subscription> {
  const email = await emailOf(context, token);
  const found = await context.db
    .select()
    .from(ratingRefusals)
    .where(eq(ratingRefusals.email, email));
  return { email: veilEmail(email), isSubscribed: found.length === 0 };
}

/** The link's address is never asked again; safe to repeat. Throws NotFound. */
export async function stopRatingEmails(
  context: Stopping & Pick<Context, 'clock'>,
  token: string,
): Promise<Subscription> {
  const email = await emailOf(context, token);
  await context.db.transaction(async (tx) => {
    await tx
      .insert(ratingRefusals)
      .values({ email, createdAt: new Date(context.clock()) })
      .onConflictDoNothing();
    // What was written before, and is still to be sent.
    await tx
      .update(messages)
      .set({ state: 'withdrawn' })
      .where(
        and(
          eq(messages.kind, 'rating_request'),
          eq(sql`lower(${messages.recipient})`, email),
          or(eq(messages.state, 'waiting'), eq(messages.state, 'failed')),
        ),
      );
  });
  return { email: veilEmail(email), isSubscribed: false };
}

async function emailOf({ db, trackingSecret }: Stopping, token: string): Promise<string> {
  const orderId = readLinkToken('stop ratings', token, trackingSecret);
  const [order] =
    orderId === null
      ? []
      : await db
          .select({ email: orders.email })
          .from(orders)
          .where(and(eq(orders.id, orderId), isNull(orders.erasedAt)));
  if (!order) throw new NotFound('This link');
  return emailKey(order.email);
}

/** What everyone sees of customers' ratings. Meals with too few ratings, and meals without words, are left out. */
export async function loadShownRatings(db: Database): Promise<ShownRatings> {
  const [ratings, comments] = await Promise.all([loadAverages(db), loadComments(db)]);
  return { ratings, comments };
}

async function loadAverages(
  db: Database,
): Promise<Map<number, Required<Pick<MealReply, 'rating'>>>> {
  const rows = await db
    .select({
      mealId: mealRatings.mealId,
      count: count(),
      stars: sql<number>`sum(${mealRatings.stars})::int`,
    })
    .from(mealRatings)
    .where(not(isTestOrder(mealRatings.orderId)))
    .groupBy(mealRatings.mealId)
    .having(gte(count(), FEWEST_SHOWN_RATINGS));
  return new Map(
    rows.flatMap(({ mealId, ...rated }) => {
      const shown = shownRating(rated);
      if (!shown) return [];
      const rating = { average: formatStars(shown.averageTenths), count: shown.count };
      return [[mealId, { rating }] as const];
    }),
  );
}

/** By meal, the newest first: only words that their customer lets everyone read, and that staff have not hidden. */
async function loadComments(db: Database): Promise<Map<number, ShownComment[]>> {
  const { mealId, stars, comment, mayShow, hiddenAt, changedAt, id } = mealRatings;
  const shown = db
    .select({
      mealId,
      stars,
      comment,
      firstName: orders.firstName,
      place:
        sql<number>`row_number() over (partition by ${mealId} order by ${changedAt} desc, ${id} desc)`.as(
          'place',
        ),
    })
    .from(mealRatings)
    .innerJoin(orders, eq(orders.id, mealRatings.orderId))
    .where(
      and(
        eq(mayShow, true),
        ne(comment, ''),
        isNull(hiddenAt),
        not(isTestOrder(mealRatings.orderId)),
      ),
    )
    .as('shown');
  const rows = await db
    .select()
    .from(shown)
    .where(lte(shown.place, MOST_SHOWN_COMMENTS))
    .orderBy(shown.mealId, shown.place);
  return Map.groupBy(
    rows.map(({ place: _place, ...row }) => row),
    (row) => row.mealId,
  );
}
