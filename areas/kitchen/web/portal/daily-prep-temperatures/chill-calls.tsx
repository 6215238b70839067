import type { ChillReply } from '#areas/kitchen/calls/temperatures.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { formatElapsed } from './reading-dialog.tsx';

type ChillCallsProps = {
  chills: readonly ChillReply[];
  now: number;
  onMeasure: (chill: ChillReply) => void;
};

/** Calls the cook to what has to be measured before its time is over. Of every window and day: chills outlast a service. */
export function ChillCalls({ chills, now, onMeasure }: ChillCallsProps) {
  const formatInstant = useFormatInstant();
  const called = chills.filter(({ callAt }) => Date.parse(callAt) <= now);
  if (called.length === 0) return null;
  return (
    <Notice tone="error" announce="now" title="Measure now">
      <ul className="grid gap-2">
        {called.map((chill) => (
          <li key={chill.startId} className="flex flex-wrap items-center justify-between gap-2">
            <span className="text-xl">
              <strong>{chill.mealName}</strong>, chilling for{' '}
              {formatElapsed(now - Date.parse(chill.startedAt))} h:{' '}
              {chill.next === 'reached_21' ? '21 °C' : '5 °C'}{' '}
              {Date.parse(chill.dueAt) < now ? 'was due' : 'is due'} {formatInstant(chill.dueAt)}
            </span>
            <button
              type="button"
              className="min-h-24 rounded-2xl bg-primary px-6 text-2xl font-semibold text-on-primary hover:bg-primary-strong"
              onClick={() => onMeasure(chill)}
            >
              Measure
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
