/** A day's temperature readings, and who was trained to take them. */
import { randomUUID } from 'node:crypto';
import { addDays, daysBetween, type PlainDate } from '#platform/rules/plain-date.ts';
import type { Tenths } from '#areas/kitchen/rules/temperature-limits.ts';
import type { CookedFood } from '#areas/kitchen/rules/expected-readings.ts';
import { saveChecks } from '#areas/kitchen/server/describe-food-safety.ts';
import { answerReading } from '#areas/kitchen/server/temperatures/failed-food.ts';
import { listCookedFood } from '#areas/kitchen/server/temperatures/cooked-food.ts';
import { recordReading } from '#areas/kitchen/server/temperatures/record-reading.ts';
import { addTraining } from '#areas/staff/server/food-training.ts';
import { recordedName } from '#platform/server/sign-in-port.ts';
import { seededRandom, type Stage, todayAt } from '#app/server/stage.ts';

/** For days so long ago, nobody looks at what is missing. */
const WHOLE_DAYS = 7;
const MEALS_MEASURED = 3;
/** Two degrees under what the kitchen asks: cooked on, and measured again. */
const UNDERDONE: Tenths = 730;
const COOKED_ON: Tenths = 768;
const WARM_FRIDGE: Tenths = 71;
const MINUTE_MS = 60_000;
const CHILL_STEP_MS = 40 * MINUTE_MS;
const NEXT_MS = 41_000;

const ON_SCREEN = {
  isHot: false,
  probe: 'Probe 1',
  source: 'screen',
  measuredBy: '',
  note: '',
  isNotNeeded: false,
} as const;

/** `isFailing`: a core that was not hot enough, and what was done about it. Today a fridge is too warm, and nobody has said. */
export async function measureDay(
  stage: Stage,
  date: PlainDate,
  { dayIndex, isFailing }: { dayIndex: number; isFailing: boolean },
): Promise<void> {
  const { context, crew, seed, business, now } = stage;
  const random = seededRandom(`${seed}:temperatures:${dayIndex}`);
  const today = todayAt(now, business);
  const add = (reading: {
    kind: 'probe_check' | 'fridge' | 'van';
    place?: string;
    tenths: Tenths;
  }) => recordReading(context, crew.kitchen, { ...ON_SCREEN, date, ...reading, key: randomUUID() });
  await add({ kind: 'probe_check', tenths: random.below(7) - 3 });
  await add({ kind: 'fridge', place: 'Cool room', tenths: 28 + random.below(16) });
  await add({ kind: 'van', tenths: 24 + random.below(20) });
  if (date === today) await add({ kind: 'fridge', place: 'Walk-in', tenths: WARM_FRIDGE });
  const cooked = await listCookedFood(context.db, { from: date, to: date }, business);
  const foods = cooked.filter(({ coreCelsius }) => coreCelsius !== null);
  const isShown = daysBetween(date, today) <= WHOLE_DAYS;
  const measured = isShown ? foods : foods.slice(0, MEALS_MEASURED);
  for (const [turn, food] of measured.entries())
    await measureFood(stage, food, { tenths: 765 + random.below(110), isChilled: isShown, turn });
  const [first] = foods;
  if (!isFailing || first === undefined) return;
  const core = (tenths: Tenths) =>
    recordReading(context, crew.kitchen, {
      ...ON_SCREEN,
      ...mealOf(first),
      kind: 'core',
      tenths,
      key: randomUUID(),
    });
  const { id } = await core(UNDERDONE);
  await answerReading(context, crew.kitchen, { id, action: 'cooked_on' });
  await core(COOKED_ON);
}

function mealOf({ date, window, mealId, batchId }: CookedFood) {
  return {
    date,
    ...(batchId !== null && { batchId }),
    ...(window !== null && { timeSlot: window }),
    ...(mealId !== null && { mealId }),
  };
}

/** Its core, and down to 5 °C in the hours after it. */
async function measureFood(
  { context, crew: { kitchen }, now }: Stage,
  food: CookedFood,
  { tenths, isChilled, turn }: { tenths: Tenths; isChilled: boolean; turn: number },
): Promise<void> {
  const begun = context.clock();
  const step = Math.min(CHILL_STEP_MS, Math.floor((now - begun) / 4));
  // One after the other, and each in time: four readings in two minutes would be marked.
  const from = begun + Math.min(turn * NEXT_MS, Math.floor(step * 0.7));
  const lines = [
    { kind: 'core', after: 0, tenths },
    ...(isChilled && food.isChilled
      ? ([
          { kind: 'chill_start', after: 0.2 },
          { kind: 'reached_21', after: 1.2, tenths: 160 + ((turn * 13) % 40) },
          { kind: 'reached_5', after: 2.2, tenths: 35 + ((turn * 7) % 12) },
        ] as const)
      : []),
  ] as const;
  for (const { after, ...line } of lines)
    await recordReading({ ...context, clock: () => from + Math.floor(after * step) }, kitchen, {
      ...ON_SCREEN,
      ...mealOf(food),
      ...line,
      key: randomUUID(),
    });
}

/** From today on, so that no day before has gaps; nobody has looked at the freezer yet. */
export async function setUpChecks({ context, crew, business, now }: Stage): Promise<void> {
  const { owner } = crew;
  await saveChecks(context, owner, {
    checks: [
      { kind: 'fridge', place: 'Cool room' },
      { kind: 'fridge', place: 'Walk-in' },
      { kind: 'freezer', place: 'Chest freezer' },
    ],
    supervisor: {
      name: recordedName(owner),
      certifiedOn: addDays(todayAt(now, business), -400),
    },
  });
}

/** The cook by a course; the packer has nothing on record. */
export async function trainCrew({ context, crew, business, now }: Stage): Promise<void> {
  const doneOn = addDays(todayAt(now, business), -90);
  for (const { id } of [crew.owner, crew.manager, crew.kitchen])
    await addTraining(context, crew.owner, {
      staffId: id,
      name: '',
      basis: 'course',
      what: 'Do food safely',
      doneOn,
      ends: null,
    });
}
