import { useState } from 'react';
import type { FoodSafetyReply } from '#areas/kitchen/calls/food-safety.ts';
import type { ChillReply } from '#areas/kitchen/calls/temperatures.ts';
import { RECORD_KIND_NAMES } from '#areas/kitchen/rules/record-kinds.ts';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import type { SentReading } from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { ChillCalls } from '#areas/kitchen/web/portal/daily-prep-temperatures/chill-calls.tsx';
import {
  type Asked,
  ReadingDialog,
  formatElapsed,
} from '#areas/kitchen/web/portal/daily-prep-temperatures/reading-dialog.tsx';
import { useTemperatures } from '#areas/kitchen/web/portal/daily-prep-temperatures/use-temperatures.ts';

type CookedBatchesProps = {
  overview: Pick<FoodSafetyReply, 'batches' | 'date'>;
  onWrite: (line: SentReading) => void;
};

/** Components cooked today, with their core and their chill; whatever is chilling calls when its time comes. */
export function CookedBatches({ overview, onWrite }: CookedBatchesProps) {
  const { batches, date } = overview;
  const { chills, now } = useTemperatures(date);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [probe, setProbe] = useState('');
  const measure = ({ next, startId, mealName }: ChillReply) =>
    setAsked({
      title: `${RECORD_KIND_NAMES[next]}, ${mealName}`,
      reading: { kind: next, date, startId },
    });
  return (
    <>
      <ChillCalls chills={chills} now={now} onMeasure={measure} />
      {batches.length > 0 && (
        <section aria-labelledby="cooked-batches" className="grid gap-2">
          <h3 id="cooked-batches" className="text-xl">
            Cooked today
          </h3>
          <ul className="grid gap-2">
            {batches.map(({ id, name, madeQty, baseUnit }) => {
              const chill = chills.find(({ batchId }) => batchId === id);
              return (
                <li
                  key={id}
                  className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-2 text-lg"
                >
                  <span>
                    <strong>{name}</strong> {formatQuantity(madeQty, baseUnit)}
                    {chill &&
                      `, chilling for ${formatElapsed(now - Date.parse(chill.startedAt))} h`}
                  </span>
                  <span className="flex flex-wrap gap-2">
                    <Button
                      variant="secondary"
                      onClick={() =>
                        setAsked({
                          title: `Core, ${name}`,
                          reading: { kind: 'core', date, batchId: id },
                        })
                      }
                    >
                      Core °C<span className="sr-only"> of {name}</span>
                    </Button>
                    {chill ? (
                      <Button onClick={() => measure(chill)}>
                        {chill.next === 'reached_21' ? '21 °C?' : '5 °C?'}
                        <span className="sr-only"> Measure the chilling {name}</span>
                      </Button>
                    ) : (
                      <Button
                        variant="secondary"
                        onClick={() => onWrite({ kind: 'chill_start', date, batchId: id })}
                      >
                        Chill<span className="sr-only"> {name}</span>
                      </Button>
                    )}
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      <ReadingDialog
        asked={asked}
        coreCelsius={null}
        probe={probe}
        onProbe={setProbe}
        onClose={() => setAsked(null)}
        onDone={(tenths) => {
          if (asked) onWrite({ ...asked.reading, tenths, probe });
          setAsked(null);
        }}
      />
    </>
  );
}
