import { formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import {
  enteredText,
  expiryOf,
  latenessOf,
  LATENESS_NAMES,
  type Reading,
  READING_MARK_NAMES,
  type ReadingMark,
  standingReadings,
  unanswered,
} from '#areas/kitchen/rules/readings.ts';
import {
  countExpected,
  type Expected,
  recordHeadline,
} from '#areas/kitchen/rules/expected-readings.ts';
import {
  CHECK_KINDS,
  isCleaning,
  READING_ACTION_NAMES,
  RECORD_KIND_NAMES,
  RECORD_KINDS,
  type RecordKind,
} from '#areas/kitchen/rules/record-kinds.ts';
import { formatTenths, limitText, degreesOf } from '#areas/kitchen/rules/temperature-limits.ts';
import type { Context } from '#platform/server/context.ts';
import { formatInstant, wallTimeAt, toInstantText } from '#platform/rules/zoned-time.ts';
import { describeTraining } from '#areas/staff/server/food-training.ts';
import { findSupervisor, listChecks, listExpected } from './describe-food-safety.ts';
import type { SheetFile } from '#areas/printouts/server/make-sheet.ts';
import { type Period, readRecord, toReadingReply, describeTemperatures } from './read-readings.ts';
import type {
  MissingLine,
  SheetStamp,
  TemperatureLine,
} from '#areas/printouts/server/drawer-port.ts';
import { findLastDrill } from '#areas/kitchen/server/traceability.ts';
import { csvOf, type CsvColumns, type CsvCell, toCsvRows } from '#platform/server/drawing/csv.ts';
import type { FastifyInstance } from 'fastify';
import {
  answerTemperature,
  correctTemperature,
  getTemperatureRecord,
  listTemperatures,
  recordTemperature,
} from '#areas/kitchen/calls/food-safety-record.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { sendPrintout } from '#areas/printouts/server/printout-routes.ts';
import { answerReading } from '#areas/kitchen/server/failed-food.ts';
import { correctReading, recordReading } from '#areas/kitchen/server/record-reading.ts';
import { lt, sql } from 'drizzle-orm';
import { temperatureReadings } from '#areas/kitchen/server/tables/temperature-readings.ts';

type RecordContext = Pick<Context, 'db' | 'clock' | 'site' | 'documents'>;

/** Throws InvalidRequest for a period that ends before it begins, or is too long. */
export async function makeTemperatureRecord(
  context: RecordContext,
  { format, ...period }: Period & { format: SheetFile['format'] },
): Promise<SheetFile> {
  const { readings, marks } = await readRecord(context.db, period);
  const { expected } = await listExpected(context, period, { readings });
  const gaps = expected.filter(({ state }) => state === 'missing');
  const counts = countExpected(expected, unanswered(readings).length);
  const { from, to } = period;
  const name = `food-safety-record-${from === to ? from : `${from}-to-${to}`}.${format}`;
  if (format === 'csv') return { name, format, body: temperatureRecordCsv(readings, marks, gaps) };
  const { business } = await context.site.current();
  const { timeZone } = business;
  const lines = linesOf({ readings, marks }, timeZone);
  const body = await context.documents.draw({
    title: `Food safety record ${from} to ${to}`,
    kind: 'temperature_record',
    content: {
      stamp: await stampOf(context, period),
      headline: recordHeadline(counts) || (await describeNoGaps(context.db, period, counts)),
      missing: gaps.map(describeGap),
      failed: lines.filter(({ isFailed }) => isFailed),
      sections: sectionsOf(lines),
    },
  });
  return { name, format, body };
}

async function stampOf(context: RecordContext, { from, to }: Period): Promise<SheetStamp> {
  const { business } = await context.site.current();
  const title = 'Food safety record';
  const subject = from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`;
  const state = `As of ${formatInstant(context.clock(), business.timeZone)}`;
  return {
    title,
    subject,
    business: business.name,
    lines: [
      state,
      await describeSupervisor(context.db, to),
      await listUntrained(context),
      await describeDrill(context),
    ],
    footer: `${title} · ${subject} · ${state}`,
    isPreview: false,
  };
}

async function describeSupervisor(db: RecordContext['db'], to: PlainDate): Promise<string> {
  const supervisor = await findSupervisor(db);
  if (!supervisor) return 'Food safety supervisor: not entered';
  const expiresOn = expiryOf(supervisor.certifiedOn);
  const state = to < expiresOn ? 'valid until' : 'EXPIRED on';
  return `Food safety supervisor: ${supervisor.name}, certificate of ${formatDate(supervisor.certifiedOn)}, ${state} ${formatDate(expiresOn)}`;
}

async function listUntrained({ db, clock, site }: RecordContext): Promise<string> {
  const { timeZone } = (await site.current()).business;
  const { untrained } = await describeTraining(db, wallTimeAt(clock(), timeZone).date);
  return untrained.length === 0
    ? 'Everyone who cooks or packs has training on record'
    : `No training on record: ${untrained.join(', ')}`;
}

async function describeDrill({ db, site }: Pick<Context, 'db' | 'site'>): Promise<string> {
  const drill = await findLastDrill(db);
  if (!drill) return 'Recall drill: none made yet';
  const { timeZone } = (await site.current()).business;
  return `Last recall drill: ${formatInstant(drill.at.getTime(), timeZone)}, ${drill.by}`;
}

function describeGap({ date, kind, place, window, half, reading }: Expected): MissingLine {
  const when = half ?? (CHECK_KINDS.some((one) => one === kind) ? 'that day' : 'in time');
  return {
    day: formatDate(date),
    what: RECORD_KIND_NAMES[kind],
    place: [place, window && windowLabel(window)].filter(Boolean).join(', '),
    when:
      reading === null
        ? when
        : `${when}: ${formatTenths(reading.tenths ?? 0)} FAILED, not read again`,
  };
}

/** Nothing missing is no praise where nothing was asked for, nor while something is still to be done. */
async function describeNoGaps(
  db: RecordContext['db'],
  { to }: Period,
  { due }: { due: number },
): Promise<string> {
  const asked = (await listChecks(db)).some(({ since }) => since <= to);
  if (!asked) return 'No daily checks of places were set up in this period.';
  return due === 0 ? 'No check is missing.' : `No check is missing so far, ${due} still due.`;
}

type KindLine = TemperatureLine & { kind: RecordKind };

function sectionsOf(lines: readonly KindLine[]) {
  return RECORD_KINDS.map((kind) => {
    const linesOfKind = lines.filter((line) => line.kind === kind);
    return { title: `${RECORD_KIND_NAMES[kind]} (${linesOfKind.length})`, lines: linesOfKind };
  }).filter((section) => section.lines.length > 0);
}

type RecordLines = {
  readings: readonly Reading[];
  marks: ReadonlyMap<number, readonly ReadingMark[]>;
};

function linesOf({ readings, marks }: RecordLines, timeZone: string): KindLine[] {
  const standing = new Set(standingReadings(readings));
  const replacements = new Map(readings.map((reading) => [reading.corrects, reading]));
  return readings.map((reading) => {
    const { id, kind, mealName, place, window, tenths, probe } = reading;
    const isStanding = standing.has(reading);
    return {
      id,
      at: formatInstant(reading.at, timeZone),
      kind,
      what: RECORD_KIND_NAMES[kind],
      about: [
        mealName,
        window && windowLabel(window),
        place,
        reading.isNotNeeded ? `not needed: ${reading.note}` : reading.note,
      ]
        .filter(Boolean)
        .join(', '),
      value: tenths === null ? '' : formatTenths(tenths),
      limit: limitText(reading.limit),
      result: isCleaning(kind) && isStanding ? 'done' : resultOf(reading, isStanding),
      isFailed: isStanding && reading.pass === false,
      by: [reading.measuredBy || reading.staffName, probe && `probe ${probe}`]
        .filter(Boolean)
        .join(', '),
      notes: [
        ...correctionNotes(reading, replacements.get(id), timeZone),
        ...latenessNotes(reading, timeZone),
        ...(marks.get(id) ?? []).map((mark) => `Mark: ${READING_MARK_NAMES[mark]}`),
      ],
    };
  });
}

/** Both times are on the paper. */
function latenessNotes(reading: Reading, timeZone: string): string[] {
  const text = enteredText({ ...reading, by: reading.staffName });
  return text === '' ? [] : [`${text}: ${formatInstant(reading.recordedAt, timeZone)}`];
}

function resultOf({ pass, action, actionBy, thrownOut }: Reading, isStanding: boolean): string {
  if (pass === null) return '';
  if (pass) return 'passed';
  if (action) {
    const portions =
      thrownOut === null ? '' : `, ${thrownOut === 1 ? '1 portion' : `${thrownOut} portions`}`;
    return `FAILED: ${READING_ACTION_NAMES[action].toLowerCase()}${portions} (${actionBy ?? ''})`;
  }
  return isStanding ? 'FAILED: no action written' : 'failed';
}

function correctionNotes(
  { corrects, isWithdrawn, recordedAt }: Reading,
  replacement: Reading | undefined,
  timeZone: string,
): string[] {
  const written = formatInstant(recordedAt, timeZone);
  return [
    ...(corrects === null
      ? []
      : [`${isWithdrawn ? 'Takes back' : 'Corrects'} line ${corrects}, written ${written}`]),
    ...(replacement
      ? [`${replacement.isWithdrawn ? 'Taken back' : 'Corrected'} by line ${replacement.id}`]
      : []),
  ];
}

/** One row per line of the record, in the sequence given; then one for each that is missing. */
function temperatureRecordCsv(
  readings: readonly Reading[],
  marks: ReadonlyMap<number, readonly ReadingMark[]>,
  gaps: readonly Expected[],
): string {
  const columns: CsvColumns<Reading> = {
    Line: ({ id }) => id,
    Day: ({ date }) => date,
    Window: ({ window }) => window,
    'Measured at': ({ at }) => toInstantText(at),
    'Written at': ({ recordedAt }) => toInstantText(recordedAt),
    What: ({ kind }) => RECORD_KIND_NAMES[kind],
    Meal: ({ mealName }) => mealName,
    Celsius: ({ tenths }) => (tenths === null ? null : degreesOf(tenths)),
    Limit: ({ limit }) => limitText(limit),
    Result: ({ pass }) => (pass === null ? null : pass ? 'passed' : 'failed'),
    Action: ({ action }) => action && READING_ACTION_NAMES[action],
    'Action by': ({ actionBy }) => actionBy,
    By: ({ staffName }) => staffName,
    Thermometer: ({ probe }) => probe,
    'Corrects line': ({ corrects }) => corrects,
    'Taken back': ({ isWithdrawn }) => (isWithdrawn ? 'yes' : null),
    Marks: ({ id }) => (marks.get(id) ?? []).map((mark) => READING_MARK_NAMES[mark]).join('; '),
    Place: ({ place }) => place,
    Late(reading) {
      const lateness = latenessOf(reading);
      return lateness && LATENESS_NAMES[lateness];
    },
    Note: ({ note }) => note,
    Source: ({ source }) => source,
    'Measured by': ({ measuredBy }) => measuredBy,
    'Not needed': ({ isNotNeeded }) => (isNotNeeded ? 'yes' : null),
    'Portions thrown out': ({ thrownOut }) => thrownOut,
  };
  const missing = gaps.map(({ date, kind, place, window, half }) => {
    const cells: Record<string, CsvCell> = {
      Day: date,
      Window: window,
      What: RECORD_KIND_NAMES[kind],
      Place: place,
      Result: 'missing',
      Note: half,
    };
    return Object.keys(columns).map((heading) => cells[heading] ?? null);
  });
  return csvOf(columns, readings) + toCsvRows(missing);
}

export function registerTemperatureRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, listTemperatures, ({ query }) => describeTemperatures(context, query));

  staffRoute(app, getTemperatureRecord, async ({ query, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    return sendPrintout(reply, await makeTemperatureRecord(context, query));
  });

  staffRoute(app, recordTemperature, async ({ body, staff }) =>
    toReadingReply(await recordReading(context, staff, body), { isStanding: true }),
  );

  staffRoute(app, correctTemperature, async ({ params, body, staff }) => {
    const reading = await context.db.transaction((tx) =>
      correctReading(tx, context, staff, { ...params, ...body }),
    );
    return toReadingReply(reading, { isStanding: !reading.isWithdrawn });
  });

  staffRoute(app, answerTemperature, async ({ params, body, staff }) =>
    toReadingReply(await answerReading(context, staff, { ...params, ...body }), {
      isStanding: true,
    }),
  );
}

/** The law asks for three months, whatever the setting says. */
const FEWEST_MONTHS = 3;

/** Deletes what is older than the record has to be. By day: a correction belongs to the day of what it corrects. */
export async function purgeTemperatureReadings({
  db,
  clock,
  site,
}: Pick<Context, 'db' | 'clock' | 'site'>): Promise<void> {
  const { business } = await site.current();
  const { date: today } = wallTimeAt(clock(), business.timeZone);
  const months = Math.max(FEWEST_MONTHS, business.temperatureMonths);
  await db.transaction(async (tx) => {
    // The table refuses every other deletion.
    await tx.execute(sql`select set_config('mealrun.purging', 'temperature_readings', true)`);
    const first = sql`(${today}::date - make_interval(months => ${months}::int))::date`;
    await tx.delete(temperatureReadings).where(lt(temperatureReadings.date, first));
  });
}
