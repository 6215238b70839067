/** A day's temperature readings. */
import { randomUUID } from 'node:crypto';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Tenths } from '#areas/kitchen/rules/temperature-limits.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import { answerReading, recordReading } from '#areas/kitchen/server/temperatures/record-reading.ts';
import { seededRandom } from '#app/server/seeded-random.ts';
import type { Stage } from '#app/server/stage.ts';

const MEALS_MEASURED = 3;
/** Two degrees under what the kitchen asks: cooked on. */
const UNDERDONE: Tenths = 730;

/** `isFailing`: a core that was not hot enough, and what was done about it. */
export async function measureDay(
  { context, crew: { kitchen }, seed, business }: Stage,
  date: PlainDate,
  { dayIndex, isFailing }: { dayIndex: number; isFailing: boolean },
): Promise<void> {
  const random = seededRandom(`${seed}:temperatures:${dayIndex}`);
  const base = { date, isHot: false, probe: 'Probe 1' };
  const add = (reading: { kind: 'probe_check' | 'fridge' | 'van'; tenths: Tenths }) =>
    recordReading(context, kitchen, { ...base, ...reading, key: randomUUID() });
  await add({ kind: 'probe_check', tenths: random.below(7) - 3 });
  await add({ kind: 'fridge', tenths: 28 + random.below(16) });
  await add({ kind: 'van', tenths: 24 + random.below(20) });
  const bags = await listBags(context.db, { date }, business);
  const hot = bags
    .flatMap(({ items }) => items)
    .filter(({ mealType }) => mealType === 'dinner')
    .map(({ mealId }) => mealId);
  for (const mealId of [...new Set(hot)].slice(0, MEALS_MEASURED)) {
    const tenths = 765 + random.below(110);
    await recordReading(context, kitchen, {
      ...base,
      kind: 'core',
      mealId,
      tenths,
      key: randomUUID(),
    });
  }
  const [first] = hot;
  if (!isFailing || first === undefined) return;
  const { id } = await recordReading(context, kitchen, {
    ...base,
    kind: 'core',
    mealId: first,
    tenths: UNDERDONE,
    key: randomUUID(),
  });
  await answerReading(context, kitchen, { id, action: 'cooked_on' });
}
