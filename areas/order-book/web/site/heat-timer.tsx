import { useState } from 'react';
import { heatWays, type HeatWay } from '#areas/menu/rules/heat-ways.ts';
import { useTicking } from '#areas/order-book/web/use-ticking.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { useWakeLock } from '#platform/web/navigation/use-is-wide.ts';
import { Button } from '#platform/web/ui/form/button.tsx';

const TICK_MS = 250;

/** A button for each way of heating whose time can be read from the text; nothing where none can. Works without a signal. */
export function HeatTimers({ heating, dish }: { heating: string; dish: string }) {
  const [running, setRunning] = useState<{ way: HeatWay; until: Instant } | null>(null);
  const ways = heatWays(heating);
  if (ways.length === 0) return null;
  return (
    <div data-app="" className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {ways.map((way) => (
        <Button
          key={way.way}
          variant="secondary"
          size="small"
          onClick={() => setRunning({ way, until: Date.now() + way.seconds * 1000 })}
        >
          {`${way.way} · Start ${clockText(way.seconds)}`}
          <span className="sr-only">{` for ${dish}`}</span>
        </Button>
      ))}
      {running && (
        <Countdown
          key={running.until}
          until={running.until}
          way={running.way.way}
          onStop={() => setRunning(null)}
        />
      )}
    </div>
  );
}

/** Counts to an instant, so a phone that slept shows what is left. */
function Countdown({ until, way, onStop }: { until: Instant; way: string; onStop: () => void }) {
  const now = useTicking(Date.now, { everyMs: TICK_MS });
  const left = Math.ceil((until - now) / 1000);
  return (
    <>
      {left > 0 && <ScreenOn />}
      <p className="text-lg font-semibold tabular-nums">
        {left > 0 && (
          <span role="timer" aria-label={`${way}, time left`}>
            {clockText(left)}
          </span>
        )}
        <span role="status">{left <= 0 && 'Done: check it’s steaming hot'}</span>
      </p>
      <Button variant="quiet" size="small" onClick={onStop}>
        {left > 0 ? 'Stop' : 'OK'}
      </Button>
    </>
  );
}

function ScreenOn() {
  useWakeLock();
  return null;
}

/** 210 -> "3:30". */
function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** 210 -> "3½ min", 90 -> "1½ min", 100 -> "1:40 min". */
export function minutesText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (seconds % 60 === 0) return `${minutes} min`;
  return seconds % 60 === 30 ? `${minutes === 0 ? '' : minutes}½ min` : `${clockText(seconds)} min`;
}
