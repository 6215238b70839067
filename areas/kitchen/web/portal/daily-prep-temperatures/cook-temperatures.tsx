import { type ReactNode, useState } from 'react';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import type { ChillReply, TemperatureReadingReply } from '#areas/kitchen/calls/temperatures.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { RECORD_KIND_NAMES, type TemperatureKind } from '#areas/kitchen/rules/record-kinds.ts';
import { formatTenths } from '#areas/kitchen/rules/temperature-limits.ts';
import { ChillCalls } from './chill-calls.tsx';
import { FailedReadings } from './failed-readings.tsx';
import { type Asked, ReadingDialog, SavedReadingBar, formatElapsed } from './reading-dialog.tsx';
import { useTemperatures, useWriteTemperatures } from './use-temperatures.ts';

/** What the bench shows of a meal's temperatures, and what may be measured of it. */
export type MealTemperatures = {
  /** "78 °C · chill 1:12"; empty: nothing yet. */
  shown: string;
  buttons: { label: string; about: string; onPress: () => void }[];
};

type CookTemperaturesProps = {
  date: PlainDate;
  window: DeliveryWindow;
  mayWrite: boolean;
  children: (of: (meal: { mealId: number; name: string }) => MealTemperatures) => ReactNode;
};

/** The temperatures of the bench: calls and questions above the meals, other places and Undo below them. */
export function CookTemperatures({ date, window, mayWrite, children }: CookTemperaturesProps) {
  const { standing, chills, coreOf, now } = useTemperatures(date);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [probe, setProbe] = useState('');
  const [saved, setSaved] = useState<TemperatureReadingReply | null>(null);
  const write = useWriteTemperatures({
    onSaved: (reading) => setSaved(reading.isWithdrawn ? null : reading),
  });
  const ask = (title: string, reading: Omit<Asked['reading'], 'date'>) =>
    setAsked({ title, reading: { date, ...reading } });
  const measure = (chill: ChillReply) =>
    ask(`${RECORD_KIND_NAMES[chill.next]}, ${chill.mealName}`, {
      kind: chill.next,
      startId: chill.startId,
    });

  function temperaturesOf({ mealId, name }: { mealId: number; name: string }): MealTemperatures {
    const ofWindow = ({ timeSlot }: { timeSlot: DeliveryWindow | null }) => timeSlot === window;
    const theirs = standing.filter((one) => one.mealId === mealId && ofWindow(one));
    const chilling = chills.filter((one) => one.mealId === mealId && ofWindow(one));
    const reading = { mealId, timeSlot: window };
    const askFor = (kind: TemperatureKind) => () =>
      ask(`${RECORD_KIND_NAMES[kind]}, ${name}`, { kind, ...reading });
    const [chill] = chilling;
    return {
      shown: [...latestOf(theirs), ...chilling.map((one) => chillText(one, now))].join(' · '),
      buttons: [
        { label: 'Core °C', about: `Core temperature of ${name}`, onPress: askFor('core') },
        { label: 'Hot °C', about: `Hot hold of ${name}`, onPress: askFor('hot_hold') },
        chill
          ? {
              label: chill.next === 'reached_21' ? '21 °C?' : '5 °C?',
              about: `Measure the chilling ${name}`,
              onPress: () => measure(chill),
            }
          : {
              label: 'Chill',
              about: `Start chilling ${name}`,
              onPress: () => write.record({ kind: 'chill_start', date, ...reading }),
            },
      ],
    };
  }

  const failed = standing.filter(({ pass, action }) => pass === false && action === null);
  return (
    <>
      <FailureNotice failure={write.failure} title="Temperature not saved" />
      {mayWrite && <ChillCalls chills={chills} now={now} onMeasure={measure} />}
      {mayWrite && (
        <FailedReadings
          failed={failed}
          onAnswer={write.answer}
          onUndo={(id) => write.correct(id, null)}
        />
      )}
      {children(temperaturesOf)}
      {mayWrite && <OtherTemperatures onAsk={ask} />}
      <ReadingDialog
        asked={asked}
        coreCelsius={asked?.reading.mealId === undefined ? null : coreOf(asked.reading.mealId)}
        probe={probe}
        onProbe={setProbe}
        onClose={() => setAsked(null)}
        onDone={(tenths) => {
          if (asked) write.record({ ...asked.reading, tenths, probe });
          setAsked(null);
        }}
      />
      <SavedReadingBar
        saved={saved}
        isBusy={write.isBusy}
        onUndo={(id) => write.correct(id, null)}
      />
    </>
  );
}

const OTHERS = [
  { title: 'Fridge', kind: 'fridge', isHot: false },
  { title: 'Van, cold box', kind: 'van', isHot: false },
  { title: 'Van, warm box', kind: 'van', isHot: true },
  { title: 'Thermometer in ice water', kind: 'probe_check', isHot: false },
] as const;

type OtherTemperaturesProps = {
  onAsk: (title: string, reading: { kind: TemperatureKind; isHot: boolean }) => void;
};

function OtherTemperatures({ onAsk }: OtherTemperaturesProps) {
  return (
    <section aria-label="Other temperatures" className="grid gap-2">
      <h3 className="text-lg">Other temperatures</h3>
      <div className="grid grid-cols-2 gap-2 md:grid-cols-4">
        {OTHERS.map(({ title, ...reading }) => (
          <button
            key={title}
            type="button"
            className="min-h-20 rounded-2xl border-2 border-control bg-surface px-2 text-xl font-semibold hover:bg-sunken"
            onClick={() => onAsk(title, reading)}
          >
            {title}
          </button>
        ))}
      </div>
    </section>
  );
}

/** The newest core, or hot hold, of a meal. */
function latestOf(readings: readonly TemperatureReadingReply[]): string[] {
  const newest = readings
    .filter(({ kind }) => kind === 'core' || kind === 'hot_hold')
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))[0];
  if (!newest || newest.tenths === null) return [];
  return [`${formatTenths(newest.tenths)}${newest.pass === false ? ' failed' : ''}`];
}

function chillText({ startedAt }: ChillReply, now: number): string {
  return `chill ${formatElapsed(now - Date.parse(startedAt))}`;
}
