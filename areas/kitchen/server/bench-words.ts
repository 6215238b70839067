/** What cooks said at the bench, word by word: each in its own transaction, each answered once, however often it is sent. */
import { DAY_MS } from '#platform/rules/durations.ts';
import { and, asc, eq, gte, inArray, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { SentWord, sendBenchWords } from '#areas/kitchen/calls/bench.ts';
import {
  type BenchAnswer,
  type BenchWord,
  type ReadingOf,
  readPotId,
} from '#areas/kitchen/rules/bench-words.ts';
import { tickPortionIn } from '#areas/delivery/server/pack-bag.ts';
import { refuseOtherPerson } from '#areas/delivery/server/report-deliveries.ts';
import { tickOff } from '#areas/kitchen/server/cook-ticks.ts';
import { correctDoneBatch, findPot, recordBatchDone, undoDoneBatch } from './record-batch.ts';
import { benchWords, cookedWeights } from '#areas/kitchen/server/tables/bench.ts';
import { answerReadingIn } from '#areas/kitchen/server/failed-food.ts';
import { findByKey, correctReading, recordReadingIn } from './record-reading.ts';
import { type BookLine, gainedBy } from '#areas/menu/rules/recipe-book.ts';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import { loadRecipeBook } from '#areas/menu/server/load-recipe-book.ts';
import { components, recipeVersions } from '#areas/menu/server/tables/recipes.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { MOST_DAYS_UNSENT } from '#platform/rules/queued-words.ts';
import {
  formatMinuteOfDay,
  type Instant,
  toInstantText,
  wallTimeAt,
} from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { Conflict, InvalidRequest, NotFound, ServiceError } from '#platform/server/errors.ts';
import { recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';

type Kitchen = Pick<Context, 'db' | 'clock' | 'site' | 'foodBars'>;
/** A tablet's clock is set by the last answer; what is left of the difference is no lie. */
const CLOCK_TOLERANCE_MS = 60_000;
/** No kitchen thermometer shows more. */
const HOTTEST_TENTHS = 2600;

/**
 * Throws ServiceError 401 `other_person`, and InvalidRequest for a word that cannot be: then nothing is stored. A word that
 * is refused is answered so, and the others are not held up by it.
 */
export async function takeWords(
  context: Kitchen,
  staff: StaffMember,
  { staffId, deviceId, words }: z.output<typeof sendBenchWords.body>,
) {
  refuseOtherPerson(staff, staffId);
  await refuseImpossible(context, words);
  const results = [];
  for (const { key, at, word } of words) {
    const answer = await takeWord(context, staff, { key, at, word, deviceId });
    results.push(
      answer.ok
        ? { key, ok: true, ...(answer.notice !== undefined && { message: answer.notice }) }
        : { key, ok: false, code: answer.code, message: answer.message },
    );
  }
  return { now: toInstantText(context.clock()), results };
}

async function refuseImpossible(
  { clock, site }: Kitchen,
  words: readonly SentWord[],
): Promise<void> {
  const now = clock();
  const { business } = await site.current();
  const { date: today } = wallTimeAt(now, business.timeZone);
  for (const [index, { at, word }] of words.entries()) {
    const refuse = (field: string, message: string) => {
      throw new InvalidRequest({ [`words.${index}.${field}`]: message });
    };
    if (Date.parse(at) > now + CLOCK_TOLERANCE_MS) refuse('at', 'Please choose a time in the past');
    if (Date.parse(at) < now - MOST_DAYS_UNSENT * DAY_MS)
      refuse('at', 'Too old to send: enter it from paper');
    if (word.kind === 'tick' && word.date > addDays(today, 1))
      refuse('word.date', 'Please choose a day up to tomorrow');
    if (word.kind === 'tick' && word.date < addDays(today, -MOST_DAYS_UNSENT))
      refuse('word.date', `Please choose one of the last ${MOST_DAYS_UNSENT} days`);
    if (word.kind === 'reading' && (word.tenths ?? 0) > HOTTEST_TENTHS)
      refuse('word.tenths', 'Please enter a temperature up to 260 °C');
  }
}

type Said = SentWord & { deviceId: string };

async function takeWord(context: Kitchen, staff: StaffMember, said: Said): Promise<BenchAnswer> {
  const { key, word, deviceId } = said;
  const at = Math.min(Date.parse(said.at), context.clock());
  return context.db.transaction(async (tx) => {
    const [own] = await tx
      .insert(benchWords)
      .values({
        key,
        word,
        potId: 'potId' in word ? word.potId : null,
        about: aboutOf(word),
        at: new Date(at),
        staffId: staff.id,
        staffName: recordedName(staff),
        deviceId,
      })
      .onConflictDoNothing()
      .returning({ key: benchWords.key });
    if (!own) return answerAgain(tx, said);
    const answer = await answerWord(tx, context, staff, { ...said, at });
    await tx.update(benchWords).set({ answer }).where(eq(benchWords.key, key));
    return answer;
  });
}

/** The key of the word that it takes back, or answers. */
function aboutOf(word: BenchWord): string | null {
  if (word.kind === 'undo') return word.undoes;
  if (word.kind === 'same_pot') return word.about;
  return word.kind === 'made' ? (word.answers ?? null) : null;
}

/** What it was answered then; another word with the same key is refused. */
async function answerAgain(tx: Transaction, { key, word }: Said): Promise<BenchAnswer> {
  const [known] = await tx
    .select({
      answer: benchWords.answer,
      isSame: sql<boolean>`${benchWords.word} = ${JSON.stringify(word)}::jsonb`,
    })
    .from(benchWords)
    .where(eq(benchWords.key, key));
  if (known?.answer && known.isSame) return known.answer;
  const message = 'This key belongs to something else that was said. Nothing changed.';
  return { ok: false, code: 'key_reused', message };
}

type Timed = Omit<Said, 'at'> & { at: Instant };

async function answerWord(
  tx: Transaction,
  context: Kitchen,
  staff: StaffMember,
  said: Timed,
): Promise<BenchAnswer> {
  // The word that takes it back was faster.
  const [undone] = await tx
    .select({ key: benchWords.key })
    .from(benchWords)
    .where(and(eq(benchWords.about, said.key), sql`${benchWords.word} ->> 'kind' = 'undo'`))
    .limit(1);
  if (undone) return { ok: true, isUndone: true };
  try {
    // What is refused leaves nothing behind but its answer.
    return await tx.transaction((inner) => doWord(inner, context, staff, said));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { ok: false, code: error.code, message: error.message };
  }
}

async function doWord(
  tx: Transaction,
  context: Kitchen,
  staff: StaffMember,
  { key, word, at, deviceId }: Timed,
): Promise<BenchAnswer> {
  switch (word.kind) {
    case 'tick': {
      const { counted } = await tickOff(tx, context, staff, { ...word, key, at });
      return { ok: true, counted };
    }
    case 'start':
      return { ok: true };
    case 'made':
      return makePot(tx, context, staff, { word, at });
    case 'correct': {
      const batch = await findPot(tx, readPotId(word.potId));
      if (!batch) throw new NotFound('This pot');
      const { qty: madeQty, leftQty, wastedQty } = word;
      await correctDoneBatch(tx, context, staff, batch.id, { madeQty, leftQty, wastedQty });
      return { ok: true };
    }
    case 'weigh': {
      const { kind: _, ...weighing } = word;
      await tx
        .insert(cookedWeights)
        .values({ ...weighing, key, at: new Date(at), by: recordedName(staff) });
      return { ok: true };
    }
    case 'short': {
      const { deliveryId, itemId, reason } = word;
      const tick = { deliveryId, itemId, state: 'missing', reason, key, deviceId } as const;
      await tickPortionIn(tx, context, staff, tick);
      return { ok: true };
    }
    case 'reading':
      return takeReading(tx, context, staff, { word, key, at });
    case 'action': {
      const reading = await findByKey(tx, word.readingKey);
      if (!reading) throw new NotFound('This reading');
      const { action, portions } = word;
      await answerReadingIn(tx, context, staff, { id: reading.id, action, portions });
      return { ok: true };
    }
    case 'same_pot':
      return { ok: true };
    case 'undo':
      return undoWord(tx, context, staff, { undoes: word.undoes, key, at });
  }
}

async function takeReading(
  tx: Transaction,
  context: Kitchen,
  staff: StaffMember,
  {
    word: { reads: kind, tenths, probe, of },
    key,
    at,
  }: Pick<Timed, 'key' | 'at'> & { word: Extract<BenchWord, { kind: 'reading' }> },
): Promise<BenchAnswer> {
  await recordReadingIn(tx, context, staff, {
    kind,
    ...(await readingAbout(tx, of)),
    ...(tenths !== null && { tenths }),
    probe,
    isHot: 'isHot' in of ? (of.isHot ?? false) : false,
    source: 'screen',
    measuredBy: '',
    note: '',
    isNotNeeded: false,
    at: toInstantText(at),
    key,
  });
  return { ok: true };
}

async function readingAbout(tx: Transaction, of: ReadingOf) {
  if ('mealId' in of) return { date: of.date, window: of.window, mealId: of.mealId };
  if ('place' in of) return { date: of.date, ...(of.place !== '' && { place: of.place }) };
  if ('startKey' in of) {
    const start = await findByKey(tx, of.startKey);
    if (!start) throw new NotFound('This chill');
    return { date: start.date, startId: start.id };
  }
  const pot = readPotId(of.potId);
  const batch = await findPot(tx, pot);
  if (!batch) throw new NotFound('This pot');
  return { date: pot.cookDate, batchId: batch.id };
}

/** Throws Conflict `pot_done` for a pot that someone has reported, unless it is another one. */
async function makePot(
  tx: Transaction,
  context: Kitchen,
  staff: StaffMember,
  { word, at }: { word: Extract<BenchWord, { kind: 'made' }>; at: Instant },
): Promise<BenchAnswer> {
  const pot = readPotId(word.potId);
  // Two tablets that report one pot take turns.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`pot ${pot.componentId} ${pot.cookDate}`}, 0))`,
  );
  const [component] = await tx.select().from(components).where(eq(components.id, pot.componentId));
  if (!component) throw new NotFound('This component');
  const known = await findPot(tx, pot);
  if (known && word.answers === undefined) {
    const { timeZone } = (await context.site.current()).business;
    const { minuteOfDay } = wallTimeAt((known.doneAt ?? known.createdAt).getTime(), timeZone);
    const made = formatQuantity(known.madeQty ?? 0, component.baseUnit);
    const mine = formatQuantity(word.qty, component.baseUnit);
    throw new Conflict(
      'pot_done',
      `${known.by ?? 'Someone'} made this pot of ${component.name} at ${formatMinuteOfDay(minuteOfDay)}: ${made}. Yours, ${mine}: is it the same pot?`,
    );
  }
  const number = known ? await nextNumber(tx, pot) : pot.number;
  const batch = await recordBatchDone(tx, context, staff, {
    ...pot,
    number,
    plannedQty: word.planned,
    madeQty: word.qty,
    recipeVersion: word.recipeVersion,
    goodsLotIds: word.goodsLotIds,
    at,
  });
  const gained = await gainedSince(tx, pot.componentId, word.recipeVersion);
  if (gained === '') return { ok: true, batchId: batch.id };
  const notice = `The recipe of ${component.name} changed while you were offline: ${gained}. Check what is in the pot.`;
  return { ok: true, batchId: batch.id, notice };
}

async function nextNumber(
  tx: Transaction,
  { componentId, cookDate }: { componentId: number; cookDate: string },
): Promise<number> {
  for (let number = 1; ; number += 1)
    if (!(await findPot(tx, { componentId, cookDate, number }))) return number;
}

/** What may harm and came in since that version of its recipe, in words; empty: nothing. */
async function gainedSince(
  tx: Transaction,
  componentId: number,
  seenVersion: number,
): Promise<string> {
  const book = await loadRecipeBook(tx);
  const present = book.components.get(componentId);
  if (!present || seenVersion >= present.version) return '';
  const [seen] = await tx
    .select({ body: recipeVersions.body })
    .from(recipeVersions)
    .where(
      and(eq(recipeVersions.componentId, componentId), eq(recipeVersions.version, seenVersion)),
    );
  const { lines = [] } = (seen?.body ?? {}) as { lines?: BookLine[] };
  const { allergens, unread } = gainedBy(lines, present.lines, book);
  return [
    ...(allergens.length > 0 ? [`it now contains ${allergens.join(', ')}`] : []),
    ...unread.map((name) => `${name} is new, and its label is not read yet`),
  ].join('; ');
}

/** One that has not arrived yet is not done when it does. Throws Conflict `not_possible` for what cannot be taken back. */
async function undoWord(
  tx: Transaction,
  context: Kitchen,
  staff: StaffMember,
  { undoes, key, at }: { undoes: string; key: string; at: Instant },
): Promise<BenchAnswer> {
  const [said] = await tx.select().from(benchWords).where(eq(benchWords.key, undoes)).for('update');
  const { word, answer = null } = said ?? {};
  if (!word || !answer?.ok || answer.isUndone === true) return { ok: true };
  switch (word.kind) {
    case 'tick': {
      const count = -(answer.counted ?? 0);
      if (count !== 0) await tickOff(tx, context, staff, { ...word, count, key, at });
      break;
    }
    case 'made':
      await undoDoneBatch(tx, context, staff, answer.batchId ?? 0);
      break;
    case 'weigh':
      await tx.delete(cookedWeights).where(eq(cookedWeights.key, undoes));
      break;
    case 'short': {
      const { deliveryId, itemId } = word;
      await tickPortionIn(tx, context, staff, { deliveryId, itemId, state: 'unticked', key });
      break;
    }
    case 'reading': {
      const reading = await findByKey(tx, undoes);
      if (reading) await correctReading(tx, context, staff, { id: reading.id, tenths: null, key });
      break;
    }
    case 'start':
      break;
    default:
      throw new Conflict('not_possible', 'This can’t be taken back. Say what is right instead.');
  }
  await tx
    .update(benchWords)
    .set({ answer: { ...answer, isUndone: true } })
    .where(eq(benchWords.key, undoes));
  return { ok: true };
}

/** What stands of these pots by their ids: that someone started them, and the word that said that they were made. */
export async function readPotWords(
  db: Database,
  potIds: readonly string[],
): Promise<Map<string, { isStarted: boolean; madeKey: string | null }>> {
  if (potIds.length === 0) return new Map();
  const rows = await db
    .select({ key: benchWords.key, potId: benchWords.potId, word: benchWords.word })
    .from(benchWords)
    .where(
      and(
        inArray(benchWords.potId, [...potIds]),
        sql`${benchWords.answer} ->> 'ok' = 'true'`,
        sql`${benchWords.answer} ->> 'isUndone' is null`,
      ),
    );
  const byPot = Map.groupBy(rows, ({ potId }) => potId ?? '');
  return new Map(
    [...byPot].map(([potId, words]) => [
      potId,
      {
        isStarted: words.some(({ word }) => word.kind === 'start'),
        madeKey: words.find(({ word }) => word.kind === 'made')?.key ?? null,
      },
    ]),
  );
}

/** Pots that were reported twice, and nobody has said whether they are one; of the last days. Any cook may say it. */
export async function listAskedPots(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  readerId: string | null,
) {
  const later = alias(benchWords, 'later');
  const rows = await db
    .select()
    .from(benchWords)
    .where(
      and(
        gte(benchWords.at, new Date(clock() - MOST_DAYS_UNSENT * DAY_MS)),
        sql`${benchWords.answer} ->> 'code' = 'pot_done'`,
        notExists(db.select().from(later).where(eq(later.about, benchWords.key))),
      ),
    )
    .orderBy(asc(benchWords.at));
  return rows.flatMap(({ key, word, answer, staffId, staffName }) => {
    if (word.kind !== 'made' || !answer || answer.ok) return [];
    const { potId, qty, planned } = word;
    const isOwn = staffId === readerId;
    const text = isOwn ? answer.message : answer.message.replace('Yours', `${staffName}’s`);
    return [{ key, potId, qty, planned, text }];
  });
}
