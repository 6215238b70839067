/** A report about one delivery: judged, written down, and what follows from it for its order. */
import { openNoted } from '#areas/order-book/server/told-food.ts';
import { and, asc, eq, gt } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import {
  isEnded,
  judgeReport,
  UNDO_SECONDS,
  type ReportedStatus,
  type Reporter,
  type ReportJudgement,
  ownerAt,
  type StopOwner,
} from '#areas/order-book/rules/delivery.ts';
import {
  type Confirmable,
  type Confirmed,
  confirmedFor,
  judgeStep,
  type MissingPortion,
  type StepCode,
  stepOf,
} from '#areas/order-book/rules/judge-step.ts';
import { statusWhenCancelled } from '#areas/order-book/rules/order-status.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  type DeliveryRow,
  type DeliveryEventRow,
  deliveryEvents,
} from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { listTurns } from '#areas/order-book/server/delivery-drivers.ts';
import {
  listDeliveryEvents,
  recordDeliveryEvents,
  standingOf,
} from '#areas/order-book/server/delivery-events.ts';
import { readCooked } from '#areas/order-book/server/item-food.ts';
import { fixRuns, lockRun } from '#areas/order-book/server/number-runs.ts';
import { untimed, type Untimed } from '#areas/order-book/rules/today.ts';
import { followFood } from '#areas/order-book/server/follow-food.ts';
import { warnOfGivenFood } from '#areas/orders/server/given-food.ts';
import { checkAll, readGate } from '#areas/order-book/server/step-gate.ts';
import { withdrawMessages } from '#areas/messages/server/tell-customer.ts';
import { movePlaces, returnPlace } from '#areas/places/server/places.ts';
import { lockDelivery, updateDelivery } from './list-deliveries.ts';
import { followDeliveries, takeBackNews, tellOfDelivery } from './tell-of-delivery.ts';
import { recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';

export type OneReport = {
  id: number;
  status: ReportedStatus;
  /** The version that was seen; omitted: a fact, whatever the delivery has become since. */
  version?: number | undefined;
  /** ISO instant at which it happened; omitted: now, or as `when` says. */
  at?: string | undefined;
  /** Nobody knows at what time. */
  when?: Untimed | undefined;
  /** The same, however often the report is sent. */
  key?: string | undefined;
  reason: string;
  place: string;
  /** False: the customer is not told. True: also of another day. Omitted: as `maySend` says. */
  notify?: boolean | undefined;
  note?: string;
  /** The key of this driver's report that was wrong. */
  corrects?: string | undefined;
  /** What is in the way of the step and may be: `Confirmable`. */
  confirm?: readonly Confirmable[] | undefined;
  /** Items that the bag goes without. */
  isShort?: readonly number[] | undefined;
  /** By one tap with others: nobody has looked at this bag alone. */
  isOneOfMany?: boolean | undefined;
  /** Its driver starts the run with it: what nobody has of its window is theirs. */
  starts?: boolean | undefined;
  /** The phone that sends it. */
  deviceId?: string | undefined;
};

type ReportRefusal =
  | Extract<ReportJudgement, { outcome: 'refused' }>['code']
  | StepCode
  | 'changed_meanwhile'
  | 'key_reused';

export type ChangeResult = {
  id: number;
  ok: boolean;
  status: DeliveryRow['status'];
  version: number;
  code?: ReportRefusal;
  message?: string;
  /** Anyone who asked may ask again with `confirm: [code]`, of a short bag with `isShort`. */
  canConfirm?: boolean;
  /** For a short bag. */
  missing?: MissingPortion[];
};

type Sender = {
  staff: StaffMember;
  by: Reporter;
  changeId: string;
  timeZone: string;
  business: BusinessFacts;
};

const FACT_AFTER_MS = 2 * 60_000;

/** In the caller's transaction. Null: there is no such delivery. */
export async function changeDelivery(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'foodBars'>,
  report: OneReport,
  sender: Sender,
): Promise<ChangeResult | null> {
  const locked = await lockDelivery(tx, report.id);
  if (!locked) return null;
  const { order, delivery } = locked;
  const earlier = await findByKey(tx, report.key);
  if (earlier) return repeated(earlier, report, delivery);
  if (report.version !== undefined && report.version !== delivery.version)
    return refused(delivery, 'changed_meanwhile', 'Someone changed this delivery. Check it first.');
  const receivedAt = context.clock();
  const corrected = await findCorrected(tx, delivery, report, sender);
  const { at, isTimeKnown } = happenedAt(delivery, report, receivedAt, sender);
  const slot = at < receivedAt ? await slotAt(tx, delivery, at) : delivery;
  const owner = await ownerOf(tx, delivery, { ...sender, at });
  const verdict = judge(
    { ...delivery, date: slot.date },
    { ...report, corrects: corrected !== null },
    { ...sender, at, owner, receivedAt },
  );
  if (verdict.outcome === 'refused') return refused(delivery, verdict.code, verdict.message);
  const isDecisive = verdict.outcome === 'set';
  const step = isDecisive
    ? await judgeNext(tx, context, delivery, report, { ...sender, at, receivedAt })
    : { confirmed: [] };
  if ('kept' in step) return step.kept;
  if (step.confirmed.includes('not_checked')) await noteChecked(tx, delivery, sender, receivedAt);
  // Left somewhere else, at the time at which it was left.
  const stays = isDecisive && report.status === delivery.status ? corrected : null;
  const door = stays ? doorOf(stays) : { at, isTimeKnown };
  // The run before its deliveries, as when a run is arranged or given out.
  const isCancelled = isDecisive && order.status === 'cancelled';
  const status = isCancelled ? statusWhenCancelled(report.status) : report.status;
  if (isDecisive && status === 'packed') await fixRun(tx, delivery, new Date(receivedAt));
  const foodBefore = status === 'planned' ? await readCooked(tx, delivery) : null;
  const isElsewhere = slot.date !== delivery.date || slot.window !== delivery.window;
  const after = await updateDelivery(tx, delivery, {
    ...changesOf(status, verdict, { ...door, staff: sender.staff }),
    ...(isDecisive && isElsewhere && (await goBackTo(tx, delivery, slot))),
    ...(isCancelled && (await settleCancelled(tx, delivery, status, { ...sender, receivedAt }))),
  });
  const { staff, changeId } = sender;
  const { confirmed } = step;
  const event = { ...door, isDecisive, corrects: corrected?.id, receivedAt, confirmed, foodBefore };
  const [eventId = 0] = await recordDeliveryEvents(tx, [
    { ...event, ...wordsOf(report), delivery, status, staff, changeId },
  ]);
  await openNoted(tx, { clock: () => receivedAt }, [order.id], [report.reason, report.note ?? '']);
  if (isDecisive) {
    await followDeliveries(tx, context, { order, delivery, after, staff });
    const { business } = sender;
    const news = { order, delivery: after, eventId, business, notify: report.notify };
    await tell(tx, context, news, {
      before: delivery.status,
      isTold: verdict.isTold && !isCancelled,
    });
  }
  return { id: after.id, ok: true, status: after.status, version: after.version };
}

function doorOf({ at, isTimeKnown }: DeliveryEventRow): { at: Instant; isTimeKnown: boolean } {
  return { at: at.getTime(), isTimeKnown };
}

/** Its order is cancelled: what is out or handed over all the same is a matter for the office, what came back is none. */
async function settleCancelled(
  tx: Transaction,
  { status: before, date, window, takesPlace }: DeliveryRow,
  status: DeliveryRow['status'],
  { staff, receivedAt, business }: Sender & { receivedAt: Instant },
) {
  if (status === before) return {};
  if (status !== 'cancelled')
    return { flag: 'after_cancel' as const, flagSeenAt: null, flagSeenBy: null };
  if (takesPlace) await movePlaces(tx, { from: [{ date, window }], to: [] }, business);
  const flagSeenAt = new Date(receivedAt);
  return { takesPlace: false, wentWithOrder: true, flagSeenAt, flagSeenBy: recordedName(staff) };
}

function changesOf(
  status: DeliveryRow['status'],
  verdict: Exclude<ReportJudgement, { outcome: 'refused' }>,
  { at, staff }: { at: Instant; staff: StaffMember },
) {
  const isDecisive = verdict.outcome === 'set';
  return {
    ...(isDecisive && { status, statusBy: staff.id }),
    ...((isDecisive || verdict.setsTime) && { statusAt: new Date(at) }),
    // Anyone who has seen an earlier one has not seen this one.
    ...(verdict.flag && { flag: verdict.flag, flagSeenAt: null, flagSeenBy: null }),
  };
}

/** For a day that has passed, no time given does not mean this moment. */
function happenedAt(
  delivery: DeliveryRow,
  { at, when, status }: OneReport,
  receivedAt: Instant,
  { timeZone }: Sender,
): { at: Instant; isTimeKnown: boolean } {
  // A phone whose clock is fast cannot report from the future.
  if (at) return { at: Math.min(Date.parse(at), receivedAt), isTimeKnown: true };
  const isPast = delivery.date < wallTimeAt(receivedAt, timeZone).date;
  const later = when ?? (isPast && isEnded(status) ? 'unknown' : null);
  if (later === null) return { at: receivedAt, isTimeKnown: true };
  return { at: untimed(delivery, later, receivedAt, { timeZone }), isTimeKnown: false };
}

/** For food on hold they are warned, whatever the office says of telling. */
async function tell(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  news: Parameters<typeof tellOfDelivery>[2],
  { before, isTold }: { before: DeliveryRow['status']; isTold: boolean },
): Promise<void> {
  const { order, delivery, business } = news;
  const isCorrected = isEnded(before) && (await takeBackNews(tx, context, news));
  await followFood(tx, context, [order.id], { facts: business });
  if (delivery.status === 'delivered')
    await warnOfGivenFood(tx, context, order, {
      deliveryId: delivery.id,
      facts: business,
      sendAfter: context.clock() + UNDO_SECONDS * 1000,
    });
  const isSaid = isCorrected && delivery.status === 'delivered';
  // When it left was told, or is too long ago.
  const isBackOut = isEnded(before) && delivery.status === 'out';
  if (isTold && !isSaid && !isBackOut) await tellOfDelivery(tx, context, news);
}

/** What forbids a change that its states allow, or what was in its way and is confirmed. */
async function judgeNext(
  tx: Transaction,
  { foodBars }: Pick<Context, 'foodBars'>,
  delivery: DeliveryRow,
  { status, confirm = [], isShort = [], isOneOfMany = false }: OneReport,
  { by, business, at, receivedAt }: Sender & { at: Instant; receivedAt: Instant },
): Promise<{ kept: ChangeResult } | { confirmed: Confirmed[] }> {
  if (delivery.status === 'cancelled' && (await isEmpty(tx, delivery))) {
    const message = 'None of its meals is left in it.';
    return { kept: refused(delivery, 'not_possible', message) };
  }
  const isAtDoor = status === 'delivered' && delivery.status !== 'delivered' && by === 'driver';
  const step = isAtDoor ? 'hand_over' : stepOf(delivery.status, status);
  // A van that left without signal has left, and what was handed over then is handed over.
  const isFact = (status === 'out' || isAtDoor) && receivedAt - at > FACT_AFTER_MS;
  const isHandedOver = status === 'delivered' && isOneOfMany;
  if ((step === null && !isHandedOver) || isFact) return { confirmed: [] };
  const gate = await readGate(tx, delivery, { at, business, foodBars });
  if (step === null) {
    if (gate.held === null) return { confirmed: [] };
    return { kept: refused(delivery, 'allergy_open', `${gate.held} End this one on its own.`) };
  }
  const words = { by, confirm, isShort };
  const refusal = judgeStep(step, gate, words);
  if (!refusal) return { confirmed: confirmedFor(step, gate, words) };
  const { code, message, canConfirm, missing } = refusal;
  return {
    kept: {
      ...refused(delivery, code, message),
      ...(canConfirm && { canConfirm }),
      ...(missing && { missing: [...missing] }),
    },
  };
}

/** Anyone who confirms that nobody has checked an allergy has looked at it. */
async function noteChecked(
  tx: Transaction,
  delivery: DeliveryRow,
  { staff, changeId }: Sender,
  receivedAt: Instant,
): Promise<void> {
  const who = { staffId: staff.id, staffName: recordedName(staff), changeId };
  await checkAll(tx, delivery, { ...who, at: new Date(receivedAt) });
}

function judge(
  delivery: DeliveryRow,
  { status, reason, corrects }: Pick<OneReport, 'status' | 'reason'> & { corrects: boolean },
  {
    staff,
    by,
    at,
    receivedAt,
    timeZone,
    owner,
  }: Sender & { at: Instant; receivedAt: Instant; owner: StopOwner },
): ReportJudgement {
  const day = wallTimeAt(at, timeZone).date;
  const today = wallTimeAt(receivedAt, timeZone).date;
  return judgeReport(
    { ...delivery, statusAt: delivery.statusAt?.getTime() ?? null },
    { status, at, day, today, by, staffId: staff.id, owner, reason, corrects },
  );
}

async function ownerOf(
  tx: Transaction,
  delivery: DeliveryRow,
  { staff, by, at }: Sender & { at: Instant },
): Promise<StopOwner> {
  if (by !== 'driver') return 'theirs';
  const turns = (await listTurns(tx, [delivery.id])).get(delivery.id) ?? [];
  return ownerAt(delivery, turns, { driverId: staff.id, at });
}

async function isEmpty(tx: Transaction, { id }: DeliveryRow): Promise<boolean> {
  return (await tx.$count(orderItems, eq(orderItems.deliveryId, id))) === 0;
}

/** Where it belonged at that time: it may have been moved since. Each event keeps what was true just before it. */
async function slotAt(tx: Transaction, delivery: DeliveryRow, at: Instant): Promise<SlotKey> {
  const [next] = await tx
    .select({ date: deliveryEvents.date, window: deliveryEvents.window })
    .from(deliveryEvents)
    .where(
      and(eq(deliveryEvents.deliveryId, delivery.id), gt(deliveryEvents.receivedAt, new Date(at))),
    )
    .orderBy(asc(deliveryEvents.id))
    .limit(1);
  return next ?? { date: delivery.date, window: delivery.window };
}

/** It was brought before it was moved: its new place is free again. Not with a number of the run it left. */
async function goBackTo(tx: Transaction, delivery: DeliveryRow, { date, window }: SlotKey) {
  if (delivery.takesPlace) await returnPlace(tx, { from: delivery, to: { date, window } });
  await withdrawMessages(tx, { deliveryId: delivery.id, kinds: ['delivery_moved'] });
  return { date, window, stop: null, nearStop: null, driverId: null };
}

async function findByKey(
  tx: Transaction,
  key: string | undefined,
): Promise<DeliveryEventRow | null> {
  if (key === undefined) return null;
  const [found] = await tx.select().from(deliveryEvents).where(eq(deliveryEvents.key, key));
  return found ?? null;
}

/**
 * What stands and is said to be wrong: of a driver their own report, of the office any ending, with a reason. Null: it is a
 * report like any other.
 */
async function findCorrected(
  tx: Transaction,
  { id, status }: DeliveryRow,
  { corrects, reason }: OneReport,
  { staff, by }: Sender,
): Promise<DeliveryEventRow | null> {
  const isByOffice = by === 'office' && isEnded(status) && reason !== '';
  if (corrects === undefined && !isByOffice) return null;
  const standing = standingOf(await listDeliveryEvents(tx, [id])).at(-1);
  const isOwn = standing?.key === corrects && standing?.staffId === staff.id;
  return standing && (isByOffice || isOwn) ? standing : null;
}

/** As they were sent, so that a repeated report is known by them. */
function wordsOf({ key, reason, place, note = '', deviceId }: OneReport) {
  return { key, reason, place, note, deviceId };
}

function repeated(
  earlier: DeliveryEventRow,
  report: OneReport,
  delivery: DeliveryRow,
): ChangeResult {
  const isSame =
    earlier.deliveryId === report.id &&
    // What comes back of a cancelled order is cancelled.
    (earlier.status === report.status || earlier.status === 'cancelled') &&
    earlier.reason === report.reason &&
    earlier.place === report.place &&
    earlier.note === wordsOf(report).note;
  if (!isSame)
    return refused(delivery, 'key_reused', 'This key belongs to another report. Nothing changed.');
  return { id: delivery.id, ok: true, status: delivery.status, version: delivery.version };
}

function refused(delivery: DeliveryRow, code: ReportRefusal, message: string): ChangeResult {
  const { id, status, version } = delivery;
  return { id, ok: false, status, version, code, message };
}

/** Its number is on a bag now. */
async function fixRun(tx: Transaction, { date, window }: DeliveryRow, now: Date): Promise<void> {
  await lockRun(tx, { date, window });
  await fixRuns(tx, date, window, now);
}
