/**
 * Links that show the site before the kitchen is open to the public. Each ends by its day, by an owner, and by the number of
 * orders placed with it.
 */
import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm';
import type { Preview } from '#areas/business/server/sale-door.ts';
import { PREVIEW_USED_UP } from '#areas/business/server/load-business.ts';
import type {
  MakePreviewLinkRequest,
  PreviewLinkReply,
} from '#areas/order-book/calls/preview-links.ts';
import { MOST_PREVIEW_LINKS, previewDayProblem } from '#areas/order-book/rules/preview-links.ts';
import { checkouts, previewLinks } from '#areas/order-book/server/tables/checkouts.ts';
import { hashTrackingToken } from '#areas/order-book/server/tracking-token.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { instantOf, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { Conflict, InvalidRequest, NotFound } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

type LinkContext = Pick<Context, 'db' | 'clock' | 'site'>;

const ORDERED = ['approved', 'paid'] as const;
/** May still become an order. */
const UNDER_WAY = ['open', 'expiring'] as const;

const ORDERED_LIST = `{${ORDERED.join()}}`;

const orderedBy = sql<number>`(
  select count(*)::int from ${checkouts} c
  where c.preview_link_id = ${previewLinks}.id and c.state = any (${ORDERED_LIST}::text[]))`;

export function previewWorks({ clock }: Pick<Context, 'clock'>): SQL | undefined {
  return and(isNull(previewLinks.removedAt), gt(previewLinks.endsAt, new Date(clock())));
}

export function lastDayOf(endsAt: Date, { timeZone }: Pick<BusinessFacts, 'timeZone'>): PlainDate {
  return addDays(wallTimeAt(endsAt.getTime(), timeZone).date, -1);
}

/** Those that work and those that have had all their orders, newest first. */
export async function listLinks(context: LinkContext): Promise<PreviewLinkReply[]> {
  const { business } = await context.site.current();
  const rows = await context.db
    .select({ link: previewLinks, orders: orderedBy })
    .from(previewLinks)
    .where(previewWorks(context))
    .orderBy(desc(previewLinks.id));
  return rows.map(({ link: { id, name, endsAt, mostOrders, createdAt, madeBy }, orders }) => ({
    id,
    name,
    endsOn: lastDayOf(endsAt, business),
    mostOrders,
    orders,
    createdAt: createdAt.toISOString(),
    madeBy,
  }));
}

/** The secret is in the reply alone. Throws InvalidRequest, and Conflict `too_many_previews`. */
export async function storePreviewLink(
  context: LinkContext & Pick<Context, 'signIn'>,
  by: StaffMember,
  { name, endsOn, mostOrders }: MakePreviewLinkRequest,
): Promise<{ url: string; made: PreviewLinkReply }> {
  const { timeZone } = (await context.site.current()).business;
  const problem = previewDayProblem(endsOn, wallTimeAt(context.clock(), timeZone).date);
  if (problem !== null) throw new InvalidRequest({ endsOn: problem });
  const token = randomBytes(24).toString('base64url');
  const id = await context.db.transaction((tx) =>
    addPreviewLink(tx, context, by, { name, endsOn, mostOrders, token }),
  );
  const made = (await listLinks(context)).find((link) => link.id === id);
  if (!made) throw new NotFound('This preview link');
  return { url: previewUrl(context, token), made };
}

export function previewUrl({ signIn }: Pick<Context, 'signIn'>, token: string): string {
  return `${signIn.publicUrl}/preview/${token}`;
}

/** Returns its id. Anyone who gives the token can make it again, or must show it now. Throws Conflict `too_many_previews`. */
export async function addPreviewLink(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site'>,
  by: StaffMember,
  { name, endsOn, mostOrders, token }: MakePreviewLinkRequest & { token: string },
): Promise<number> {
  const { timeZone } = (await context.site.current()).business;
  const endsAt = instantOf({ date: addDays(endsOn, 1), minuteOfDay: 0 }, timeZone);
  // Two that are made at once are counted one after the other.
  await tx.execute(sql`lock table ${previewLinks} in share row exclusive mode`);
  if ((await tx.$count(previewLinks, previewWorks(context))) >= MOST_PREVIEW_LINKS)
    throw new Conflict(
      'too_many_previews',
      `There are ${MOST_PREVIEW_LINKS} preview links, the most there can be. End one that is not needed.`,
    );
  const [made] = await tx
    .insert(previewLinks)
    .values({
      name,
      tokenHash: hashTrackingToken(token),
      endsAt: new Date(endsAt),
      mostOrders,
      madeBy: by.email,
    })
    .returning({ id: previewLinks.id });
  if (!made) throw new Error('the preview link was not stored');
  await recordChange(tx, context, {
    staff: by,
    action: 'settings.make_preview',
    entityId: 'business',
    after: { preview: name, endsOn, mostOrders },
  });
  return made.id;
}

/** Ending again changes nothing. Throws NotFound. */
export async function endLink(
  context: LinkContext,
  by: StaffMember,
  id: number,
): Promise<PreviewLinkReply[]> {
  await context.db.transaction(async (tx) => {
    const [link] = await tx
      .select()
      .from(previewLinks)
      .where(eq(previewLinks.id, id))
      .for('update');
    if (!link) throw new NotFound('This preview link');
    if (link.removedAt !== null) return;
    await tx
      .update(previewLinks)
      .set({ removedAt: new Date(context.clock()) })
      .where(eq(previewLinks.id, id));
    await recordChange(tx, context, {
      staff: by,
      action: 'settings.end_preview',
      entityId: 'business',
      before: { preview: link.name },
    });
  });
  return listLinks(context);
}

/** Null: no link of ours, or one that has ended. */
export async function findPreviewLink(
  context: Pick<Context, 'db' | 'clock'>,
  token: string,
): Promise<(Preview & { by: 'link'; endsAt: Date }) | null> {
  const [found] = await context.db
    .select({
      linkId: previewLinks.id,
      endsAt: previewLinks.endsAt,
      isUsedUp: sql<boolean>`${orderedBy} >= ${previewLinks.mostOrders}`,
    })
    .from(previewLinks)
    .where(and(eq(previewLinks.tokenHash, hashTrackingToken(token)), previewWorks(context)));
  return found ? { by: 'link', ...found } : null;
}

/**
 * Holds count too, so that many at once order no more than the link allows; not that of the same basket, which is one order
 * however often it is sent. Throws Conflict `preview_used_up`.
 */
export async function refuseUsedUp(
  tx: Transaction,
  linkId: number,
  cartKey: string,
): Promise<void> {
  const [link] = await tx
    .select({ mostOrders: previewLinks.mostOrders })
    .from(previewLinks)
    .where(eq(previewLinks.id, linkId))
    .for('update');
  const counted = and(
    eq(checkouts.previewLinkId, linkId),
    inArray(checkouts.state, [...ORDERED, ...UNDER_WAY]),
    ne(checkouts.cartKey, cartKey),
  );
  if (link && (await tx.$count(checkouts, counted)) < link.mostOrders) return;
  throw new Conflict('preview_used_up', PREVIEW_USED_UP);
}
