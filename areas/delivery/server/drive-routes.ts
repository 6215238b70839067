import type { FastifyError, FastifyInstance } from 'fastify';
import {
  getDeliveryPhoto as getDeliveryPhotoCall,
  getDriveDay as getDriveDayCall,
  sendDrivePhoto,
  sendDriveReports,
  sendNoticesRead,
  undoDriveReports,
} from '#areas/delivery/calls/drive.ts';
import type { Context } from '#platform/server/context.ts';
import {
  storeDeliveryPhoto,
  reportDeliveries,
  undoReports,
  refuseOtherPerson,
} from '#areas/delivery/server/report-deliveries.ts';
import { getDriveDay } from '#areas/delivery/server/drive-day.ts';
import { InvalidRequest, ServiceError } from '#platform/server/errors.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { getDeliveryPhoto } from '#areas/order-book/server/delivery-photos.ts';
import { and, eq, isNull, inArray, or } from 'drizzle-orm';
import {
  driverNotices,
  deliveries,
  deliveryEvents,
} from '#areas/order-book/server/tables/deliveries.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { instantOf, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { wasWith } from '#areas/order-book/rules/stop-owner.ts';
import type { Whose } from '#platform/server/http/about.ts';
import { listTurns } from '#areas/order-book/server/delivery-drivers.ts';

const LARGEST_PHOTO_MB = 8;

export function registerDriveRoutes(app: FastifyInstance, context: Context): void {
  const now = () => new Date(context.clock()).toISOString();

  staffRoute(app, getDriveDayCall, ({ staff }) => getDriveDay(context, staff));

  staffRoute(app, sendDriveReports, async ({ body, staff }) => {
    const { deviceId, staffId, reports } = body;
    refuseOtherPerson(staff, staffId);
    const { results } = await reportDeliveries(
      context,
      { staff, by: 'driver' },
      reports.map(({ deliveryId, reason = '', place = '', note = '', ...report }) => ({
        ...report,
        id: deliveryId,
        deviceId,
        reason: reason.trim(),
        place: place.trim(),
        note: note.trim(),
      })),
    );
    return {
      now: now(),
      results: reports.flatMap(({ key }, index) => {
        const result = results[index];
        return result ? [{ ...result, key }] : [];
      }),
    };
  });

  staffRoute(app, undoDriveReports, async ({ body, staff }) => {
    refuseOtherPerson(staff, body.staffId);
    const { results } = await undoReports(context, staff, body.keys);
    return { now: now(), results };
  });

  staffRoute(app, sendNoticesRead, async ({ body, staff }) => {
    refuseOtherPerson(staff, body.staffId);
    await recordNoticesRead(context, staff, body.notices);
    return { now: now() };
  });

  registerPhotos(app, context);
}

function registerPhotos(app: FastifyInstance, context: Context): void {
  staffRoute(app, getDeliveryPhotoCall, async ({ params, reply }) => {
    const bytes = await getDeliveryPhoto(context.db, params);
    reply.header('content-type', 'image/jpeg');
    return bytes;
  });

  // In its own scope, because its body is a picture.
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: LARGEST_PHOTO_MB * 1024 * 1024 },
      (_request, body, parsed) => parsed(null, body),
    );
    scope.setErrorHandler((error: FastifyError) => {
      if (error.statusCode !== 413) throw error;
      const message = `The photo is larger than ${LARGEST_PHOTO_MB} MB`;
      throw new ServiceError(413, 'too_large', message);
    });
    staffRoute(scope, sendDrivePhoto, async ({ params, reply }) => {
      const { body } = reply.request;
      if (!Buffer.isBuffer(body)) throw new InvalidRequest({ photo: 'Send a photo' });
      await storeDeliveryPhoto(context, { key: params.reportKey, sent: body });
      return undefined;
    });
    done();
  });
}

type Read = { id: number; shownAt: string; readAt: string | null };

/** The first time counts. What a phone says of the future is left out. */
async function recordNoticesRead(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  notices: readonly Read[],
): Promise<void> {
  const now = context.clock();
  const notLater = (at: string) => new Date(Math.min(Date.parse(at), now));
  const name = `${staff.firstName} ${staff.lastName}`.trim();
  await context.db.transaction(async (tx) => {
    for (const { id, shownAt, readAt } of notices) {
      await tx
        .update(driverNotices)
        .set({ shownAt: notLater(shownAt), shownTo: name })
        .where(and(eq(driverNotices.id, id), isNull(driverNotices.shownAt)));
      if (readAt !== null)
        await tx
          .update(driverNotices)
          .set({ readAt: notLater(readAt) })
          .where(and(eq(driverNotices.id, id), isNull(driverNotices.readAt)));
    }
  });
}

// Which deliveries, reports and notices a driver may know of.

/** A phone keeps what it could not send for so long. */
const UNSENT_DAYS = 7;

/**
 * A delivery that is theirs, or was on a date it had, whatever has become of it; and one that nobody had on its day: they
 * may start its run, and what happened at its door is a fact.
 */
export const ownRun: Whose['ownRun'] = {
  async deliveryId({ db, clock, site }, { staff }, ids) {
    const { timeZone } = (await site.current()).business;
    const today = wallTimeAt(clock(), timeZone).date;
    const asked = ids.map(Number);
    const found = await db.select().from(deliveries).where(inArray(deliveries.id, asked));
    const moved = await db
      .selectDistinct({ id: deliveryEvents.deliveryId, date: deliveryEvents.date })
      .from(deliveryEvents)
      .where(inArray(deliveryEvents.deliveryId, asked));
    const turnsOf = await listTurns(db, asked);
    const dayOf = (date: PlainDate) => ({
      from: instantOf({ date, minuteOfDay: 0 }, timeZone),
      until: instantOf({ date: addDays(date, 1), minuteOfDay: 0 }, timeZone),
    });
    const isOfLate = (date: PlainDate) => date <= today && date >= addDays(today, -UNSENT_DAYS);
    return found.flatMap(({ id, date, driverId }) => {
      const turns = turnsOf.get(id) ?? [];
      const dates = [date, ...moved.filter((one) => one.id === id).map((one) => one.date)];
      const isTheirs =
        driverId === staff.id ||
        dates.some(
          (each) =>
            wasWith(turns, staff.id, dayOf(each)) ||
            (isOfLate(each) && wasWith(turns, null, dayOf(each))),
        );
      return isTheirs ? [id] : [];
    });
  },

  async 'notices.id'({ db }, { staff }, ids) {
    const rows = await db
      .select({ id: driverNotices.id })
      .from(driverNotices)
      .innerJoin(deliveries, eq(deliveries.id, driverNotices.deliveryId))
      .where(
        and(
          inArray(driverNotices.id, ids.map(Number)),
          or(
            isNull(deliveries.driverId),
            eq(deliveries.driverId, staff.id),
            eq(driverNotices.driverId, staff.id),
          ),
        ),
      );
    return rows.map(({ id }) => id);
  },

  keys: ownReports,
  reportKey: ownReports,
};

async function ownReports(
  ...[{ db }, { staff }, keys]: Parameters<NonNullable<Whose['ownRun']>[string]>
): Promise<string[]> {
  const rows = await db
    .select({ key: deliveryEvents.key })
    .from(deliveryEvents)
    .where(
      and(inArray(deliveryEvents.key, keys.map(String)), eq(deliveryEvents.staffId, staff.id)),
    );
  return rows.flatMap(({ key }) => key ?? []);
}
