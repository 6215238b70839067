import {
  coreLimitOf,
  limitOf,
  limitText,
  type Tenths,
  formatTenths,
} from '#areas/kitchen/rules/temperature-limits.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import type { SentReading } from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { NumberPad } from '#areas/kitchen/web/bench/number-pad.tsx';
import type { TemperatureReadingReply } from '#areas/kitchen/calls/temperatures.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { READING_ACTION_NAMES, RECORD_KIND_NAMES } from '#areas/kitchen/rules/record-kinds.ts';

/** What is about to be measured. */
export type Asked = { title: string; reading: SentReading };

const PROBES = ['1', '2', '3', '4'] as const;

type ReadingDialogProps = {
  /** Null: closed. */
  asked: Asked | null;
  /** The meal's own limit of its core, 0 for none; null: the kitchen's. */
  coreCelsius: number | null;
  probe: string;
  onProbe: (probe: string) => void;
  onClose: () => void;
  onDone: (tenths: Tenths) => void;
};

/** Asks for one temperature. Nothing is filled in: an invented value must cost as many taps as a measured one. */
export function ReadingDialog(props: ReadingDialogProps) {
  const { asked, coreCelsius, probe, onProbe, onClose, onDone } = props;
  const { business } = useConfig();
  const limit =
    asked &&
    limitText(
      limitOf(asked.reading.kind, {
        coreCelsius: coreLimitOf({ coreCelsius }, business),
        isHot: asked.reading.isHot ?? false,
      }),
    );
  return (
    <Dialog open={asked !== null} onClose={onClose} title={asked?.title ?? ''}>
      <div className="grid gap-3">
        <p className="text-center text-xl text-ink-soft">
          {limit ? `Limit: ${limit}` : 'A cold dish: no limit'}
        </p>
        <NumberPad onDone={onDone} />
        <PillChoice
          legend="Probe"
          layout="even"
          value={probe}
          pills={PROBES.map((value) => ({ value, label: value }))}
          onChange={onProbe}
        />
      </div>
    </Dialog>
  );
}

type SavedReadingBarProps = {
  saved: TemperatureReadingReply | null;
  isBusy: boolean;
  onUndo: (id: number) => void;
};

/** What was written last from this screen, with its Undo. */
export function SavedReadingBar({ saved, isBusy, onUndo }: SavedReadingBarProps) {
  return (
    <div role="status" className="sticky bottom-[calc(0.75rem+var(--bar,0px))] z-10">
      {saved && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-ink px-4 py-3 text-xl text-surface shadow-lg">
          <p className="font-semibold">{describeReading(saved)}</p>
          <button
            type="button"
            aria-disabled={isBusy}
            className="min-h-14 rounded-2xl border-2 border-surface px-6 font-semibold"
            onClick={() => {
              if (!isBusy) onUndo(saved.id);
            }}
          >
            Undo
          </button>
        </div>
      )}
    </div>
  );
}

/** "Core, Lemon Salmon". */
export function readingName({
  kind,
  mealName,
  place,
}: Pick<TemperatureReadingReply, 'kind' | 'mealName' | 'place'>) {
  return [RECORD_KIND_NAMES[kind], mealName, place].filter((part) => part !== null).join(', ');
}

/** "Core, Lemon Salmon: 78 °C, passed". */
export function describeReading(reading: TemperatureReadingReply): string {
  const { tenths, pass } = reading;
  const parts = [
    ...(tenths === null ? [] : [formatTenths(tenths)]),
    ...(pass === null ? [] : [pass ? 'passed' : 'FAILED']),
    ...(reading.notNeeded === null ? [] : ['not needed']),
  ];
  return [readingName(reading), parts.join(', ')].filter((part) => part !== '').join(': ');
}

/** ", thrown out, 12 portions"; of a failure that nobody has answered, that it is asked after. */
export function actionText({ pass, action, thrownOut }: TemperatureReadingReply): string {
  if (pass !== false) return '';
  if (action === null) return '. What was done?';
  const portions = thrownOut === 1 ? '1 portion' : `${thrownOut} portions`;
  return `, ${READING_ACTION_NAMES[action].toLowerCase()}${thrownOut === null ? '' : `, ${portions}`}`;
}

/** Of which meal and window, which place or goods; a dash for none. */
export function foodOf({ mealName, timeSlot, place, note }: TemperatureReadingReply): string {
  const parts = [mealName, timeSlot && windowLabel(timeSlot), place, note].filter(Boolean);
  return parts.length === 0 ? '–' : parts.join(', ');
}

/** 4,320,000 -> "1:12": hours and minutes. */
export function formatElapsed(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
