import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { isFoundBy } from '#platform/rules/search-key.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useAddressValue } from '#platform/web/portal/list-page.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { runSheetOf } from '#areas/delivery/web/portal/drivers-queries.ts';
import {
  countByDriver,
  countOfStops,
  type DriverCount,
} from '#areas/delivery/web/portal/describe-drivers.ts';
import { HandOverDialog } from '#areas/delivery/web/portal/hand-over-dialog.tsx';

/** Who is on the road with how much, and what to do when one of them can't go on. */
export function DriverStrip({ deliveries }: { deliveries: readonly DeliveryReply[] }) {
  const mayMove = useMayDo('moveDeliveries');
  const mayPrint = useMayDo('makePrintouts');
  const [asked, ask] = useAddressValue('handOver');
  const isAsked = useSearchParams()[0].has('handOver') && mayMove;
  const drivers = countByDriver(deliveries);
  const from = isAsked ? driverOf(asked, drivers) : null;
  const date = deliveries[0]?.date;
  if (drivers.length === 0 || date === undefined) return null;
  return (
    <section aria-label="Drivers">
      <ul className="flex flex-wrap gap-2">
        {drivers.map((driver) => (
          <li
            key={driver.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2xl border border-line bg-surface px-4 py-2 text-sm"
          >
            <span>
              <span className="font-semibold">{driver.name}</span>: {driver.stops - driver.open} of{' '}
              {countOfStops(driver.stops)} done
            </span>
            {mayPrint && (
              <a
                href={runSheetOf(date, driver.id)}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-11 items-center font-semibold underline"
                aria-label={`Run sheet of ${driver.name}`}
              >
                Run sheet
              </a>
            )}
            {mayMove && driver.open > 0 && (
              <Button
                variant="secondary"
                size="small"
                aria-label={`Hand over the rest of ${driver.name}, ${driver.open}`}
                onClick={() => ask(driver.id)}
              >
                Hand over the rest ({driver.open})…
              </Button>
            )}
          </li>
        ))}
      </ul>
      {from && <HandOverDialog from={from} date={date} onClose={() => ask('')} />}
    </section>
  );
}

/** By id, else the only one of that name with something left; null: none, or several. */
function driverOf(asked: string, drivers: readonly DriverCount[]): DriverCount | null {
  const onTheRoad = drivers.filter(({ open }) => open > 0);
  const byId = onTheRoad.find(({ id }) => id === asked);
  const [only, ...others] = onTheRoad.filter(({ name }) => asked === '' || isFoundBy(asked, name));
  return byId ?? (others.length === 0 ? (only ?? null) : null);
}
