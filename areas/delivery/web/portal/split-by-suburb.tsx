import { useState } from 'react';
import { suburbNow } from '#areas/business/rules/served-suburbs.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import type { DriverReply } from '#areas/delivery/calls/drivers.ts';
import { countOfStops } from './describe-drivers.ts';
import { DriverField, NOBODY } from './driver-field.tsx';

export type Part = { driverId: string | null; ids: number[] };

export type SplitProps = {
  stops: readonly DeliveryReply[];
  drivers: readonly DriverReply[];
  onChange: (parts: Part[]) => void;
};

export function BySuburb({ stops, drivers, onChange }: SplitProps) {
  const served = useConfig().business.suburbs;
  const suburbs = [...Map.groupBy(stops, ({ customer }) => suburbNow(customer.suburb, served))];
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(
    () => new Map(suburbs.map(([suburb, theirs]) => [suburb, theirs[0]?.driver?.id ?? NOBODY])),
  );
  return (
    <div className="grid gap-3">
      {suburbs.map(([suburb, theirs]) => (
        <DriverField
          key={suburb}
          label={`${suburb}, ${countOfStops(theirs.length)}`}
          drivers={drivers}
          value={chosen.get(suburb) ?? NOBODY}
          onChange={(driverId) => {
            const next = new Map(chosen).set(suburb, driverId);
            setChosen(next);
            onChange(
              suburbs.map(([name, some]) => ({
                driverId: next.get(name) || null,
                ids: some.map(({ id }) => id),
              })),
            );
          }}
        />
      ))}
    </div>
  );
}
