import { isOnHold, stopNumbers, stopsToTake } from '#areas/delivery/rules/driver-reports.ts';
import type { DrivenStop } from './driven-stop.ts';
import type { Tap } from '#areas/delivery/web/day/stored-reports.ts';

type StartRunProps = {
  stops: readonly DrivenStop[];
  onTell: (taps: readonly Tap[], text: string) => Promise<void>;
};

/** One tap for all bags in the van. Those that nobody has packed are named before. */
export function StartRun({ stops, onTell }: StartRunProps) {
  const toTake = stopsToTake(stops);
  const held = stops.filter((stop) => isOnHold(stop) && stop.status !== 'out');
  if (toTake.length + held.length === 0) return null;
  const unpacked = toTake.filter(({ status }) => status !== 'packed').map(({ stop }) => stop);
  const bags = toTake.reduce((sum, stop) => sum + stop.bags, 0);
  return (
    <section className="grid gap-2 border-b-2 border-ink px-4 py-3">
      {held.length > 0 && (
        <p className="rounded-xl bg-danger px-4 py-3 text-xl font-bold text-on-danger">
          {held.length === 1 ? 'STAYS HERE: stop' : 'STAY HERE: stops'}{' '}
          {stopNumbers(held.map(({ stop }) => stop).toSorted((a, b) => a - b))}. Ask the kitchen.
        </p>
      )}
      {toTake.length > 0 && (
        <button
          type="button"
          onClick={() =>
            void onTell(
              toTake.map(({ id }) => ({ deliveryId: id, status: 'out' })),
              `${toTake.length} stops on the way`,
            )
          }
          className="min-h-18 rounded-xl bg-ink px-4 text-xl font-bold text-ground"
        >
          On my way
          <span className="block text-lg font-semibold">
            {toTake.length === 1 ? '1 stop' : `${toTake.length} stops`},{' '}
            {bags === 1 ? '1 bag' : `${bags} bags`}
          </span>
        </button>
      )}
      {unpacked.length > 0 && unpacked.length < toTake.length && (
        <p>Not marked as packed: stop {unpacked.join(', ')}</p>
      )}
    </section>
  );
}
