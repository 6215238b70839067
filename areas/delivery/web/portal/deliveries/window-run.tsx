import { useState, type ChangeEvent, useId } from 'react';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { progressText, stopNumbers } from '#areas/delivery/rules/driver-reports.ts';
import type { ReportedStatus } from '#areas/order-book/rules/delivery.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { MessageManyDialog } from '#areas/orders/web/portal/many-dialogs.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { useAddressValue } from '#platform/web/portal/list-page.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import type { TickedRows } from '#platform/web/portal/tick-bar.tsx';
import { StopRows, useArrangeRun, type Arrange } from '#areas/delivery/web/portal/stop-rows.tsx';
import type { DeliveryAction } from './delivery-actions.tsx';
import { DeliveryEntry } from './delivery-entry.tsx';
import { isStillOpen, type WindowDeliveries } from './describe-deliveries.ts';
import { useQuery } from '@tanstack/react-query';
import { allOf, Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import { DELIVERIES_KEY, runQuery } from '#areas/orders/web/portal/deliveries-queries.ts';
import { driversQuery, countOfStops } from './drivers.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { windowName } from '#areas/order-book/rules/incident.ts';
import { splitEvenly } from '#areas/order-book/rules/split-stops.ts';
import { suburbNow } from '#areas/business/rules/served-suburbs.ts';
import { type DriverReply, assignDrivers } from '#areas/delivery/calls/drivers.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';

type WindowRunProps = {
  run: WindowDeliveries;
  shown: readonly DeliveryReply[];
  ticked: TickedRows;
  refused: ReadonlyMap<number, string>;
  isBusy: boolean;
  mayReport: boolean;
  onReport: (deliveries: readonly DeliveryReply[], status: ReportedStatus) => void;
  onAct: (action: DeliveryAction) => void;
  isCorrectable: (delivery: DeliveryReply) => boolean;
  onCorrect: (delivery: DeliveryReply) => void;
};

export function WindowRun(props: WindowRunProps) {
  const { run, shown, ticked, refused, isBusy, mayReport, onReport, onAct } = props;
  const { isCorrectable, onCorrect } = props;
  const mayMove = useMayDo('moveDeliveries');
  const mayTick = mayReport || mayMove;
  const { window, deliveries } = run;
  const ids = shown.map(({ id }) => id);
  const chosen = shown.filter(({ id }) => ticked.isTicked(id));
  const isAllTicked = ids.length > 0 && chosen.length === ids.length;
  const open = deliveries.filter(isStillOpen);
  const arranging = useArrangeRun(run);
  const isBusyNow = isBusy || arranging.isBusy;
  const [isSplitting, setSplitting] = useState(false);
  const mayWrite = useMayDo('messageCustomers');
  const [written, writeTo] = useAddressValue('message');
  const isWriting = mayWrite && written === window && open.length > 0;
  const { showToast } = useToast();
  return (
    <section className="grid gap-2" aria-label={`Window ${windowLabel(window)}`}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 className="text-lg">{windowLabel(window)}</h3>
          <p className="text-sm text-ink-soft">
            {progressText(deliveries.map(({ status }) => status))}
          </p>
        </div>
        <span className="flex flex-wrap items-center gap-2">
          {mayWrite && open.length > 0 && (
            <Button
              variant="secondary"
              size="small"
              aria-label={`Message to ${windowLabel(window)}`}
              onClick={() => writeTo(window)}
            >
              Message…
            </Button>
          )}
          {mayMove && open.length > 0 && (
            <Button
              variant="secondary"
              size="small"
              aria-label={`Drivers of ${windowLabel(window)}`}
              onClick={() => setSplitting(true)}
            >
              Drivers…
            </Button>
          )}
          {mayMove && chosen.length > 0 && (
            <MoveStops run={run} chosen={chosen} arrange={isBusyNow ? null : arranging.arrange} />
          )}
          {mayTick && (
            <Button variant="quiet" size="small" onClick={() => ticked.setAll(ids, !isAllTicked)}>
              {isAllTicked ? 'Untick all' : `Tick all ${ids.length}`}
            </Button>
          )}
        </span>
      </div>
      {arranging.parts}
      <StopRows
        stops={shown}
        isTicked={ticked.isTicked}
        mayArrange={mayMove}
        arrange={isBusyNow ? null : arranging.arrange}
        row={(delivery, handle) => (
          <DeliveryEntry
            delivery={delivery}
            handle={handle}
            isTicked={ticked.isTicked(delivery.id)}
            refusal={refused.get(delivery.id)}
            isBusy={isBusy}
            mayReport={mayReport}
            mayTick={mayTick}
            onTick={(isRange) => ticked.tick(delivery.id, isRange)}
            onReport={(status) => onReport([delivery], status)}
            onCorrect={isCorrectable(delivery) ? () => onCorrect(delivery) : null}
            onAct={(kind) => onAct({ kind, deliveries: [delivery] })}
          />
        )}
      />
      {isWriting && (
        <MessageManyDialog
          ids={[...new Set(open.map(({ orderId }) => orderId))]}
          to={`the customers of ${windowName({ date: open[0]?.date ?? '', window })}`}
          onDone={({ emails }) => {
            writeTo('');
            showToast({
              title: `On its way to ${emails === 1 ? '1 customer' : `${emails} customers`}`,
              tone: 'success',
            });
          }}
          onClose={() => writeTo('')}
        />
      )}
      {isSplitting && <SplitDialog stops={open} onClose={() => setSplitting(false)} />}
    </section>
  );
}

type MoveStopsProps = {
  run: WindowDeliveries;
  chosen: readonly DeliveryReply[];
  /** Null: not now. */
  arrange: Arrange | null;
};

function MoveStops({ run: { deliveries }, chosen, arrange }: MoveStopsProps) {
  const id = useId();
  const others = deliveries.filter(({ id: other }) => !chosen.some((one) => one.id === other));

  function put(event: ChangeEvent<HTMLSelectElement>) {
    if (event.target.value === '') return;
    arrange?.(
      chosen.map((delivery) => delivery.id),
      Number(event.target.value),
    );
  }
  return (
    <span className="flex items-center gap-2 text-sm">
      <label htmlFor={id}>Move {chosen.length} to</label>
      <select
        id={id}
        value=""
        disabled={!arrange}
        onChange={put}
        className="min-h-11 max-w-56 rounded-full border border-control bg-surface px-3 text-sm text-ink"
      >
        <option value="">Choose a place</option>
        <option value="0">First</option>
        {others.map(({ id: other, stop, customer }) => (
          <option key={other} value={stop ?? 0}>
            After {stop}, {customer.lastName}, {customer.suburb}
          </option>
        ))}
      </select>
    </span>
  );
}

type SplitDialogProps = { stops: readonly DeliveryReply[]; onClose: () => void };

function SplitDialog({ stops, onClose }: SplitDialogProps) {
  const date = stops[0]?.date ?? '';
  const { defaultWindow } = useConfig().business;
  const window = stops[0]?.timeSlot ?? defaultWindow;
  const [how, setHow] = useState<'ranges' | 'suburbs'>('ranges');
  const [parts, setParts] = useState<RunPart[]>([]);
  const drivers = useQuery(driversQuery);
  const run = useQuery(runQuery(date, window));
  const assign = useChange(assignDrivers, {
    says: ({ assigned }) => ({ title: `${countOfStops(assigned)} given out`, tone: 'success' }),
    onDone: onClose,
    refresh: [{ queryKey: DELIVERIES_KEY }],
  });
  return (
    <ActionDialog
      title={`Drivers, ${windowLabel(window)}`}
      act="Give out"
      change={assign}
      failureTitle="Nothing changed"
      isReady={run.data !== undefined && parts.length > 0}
      go={() =>
        run.data && assign.run({ body: { date, window, version: run.data.version, parts } })
      }
      onClose={onClose}
    >
      <PillChoice
        legend="Split by"
        value={how}
        pills={[
          { value: 'ranges', label: 'Stop numbers' },
          { value: 'suburbs', label: 'Suburb' },
        ]}
        onChange={(next) => {
          setHow(next);
          setParts([]);
        }}
      />
      <Loaded query={allOf(drivers, run)} what="the drivers">
        {([known]) =>
          how === 'ranges' ? (
            <ByRange stops={stops} drivers={known} onChange={setParts} />
          ) : (
            <BySuburb stops={stops} drivers={known} onChange={setParts} />
          )
        }
      </Loaded>
      <p className="text-sm text-ink-soft">
        Numbers stay: bag 23 is 23 in either van. What nobody drives, every driver sees.
      </p>
    </ActionDialog>
  );
}

type Range = { driverId: string; count: number };

function ByRange({ stops, drivers, onChange }: SplitProps) {
  const [ranges, setRanges] = useState<readonly Range[]>(() => currentRanges(stops));

  function change(next: readonly Range[]) {
    setRanges(next);
    let from = 0;
    onChange(
      next.flatMap(({ driverId, count }) => {
        const ids = stops.slice(from, from + count).map(({ id }) => id);
        from += count;
        return ids.length > 0 ? [{ driverId: driverId === NOBODY ? null : driverId, ids }] : [];
      }),
    );
  }
  /** The end of one part is the beginning of the next. */
  function moveEnd(index: number, count: number) {
    const isAfter = index + 1;
    const both = (ranges[index]?.count ?? 0) + (ranges[isAfter]?.count ?? 0);
    change(
      ranges.map((range, at) => {
        if (at === index) return { ...range, count };
        return at === isAfter ? { ...range, count: both - count } : range;
      }),
    );
  }
  function resize(count: number) {
    const sizes = splitEvenly(stops, count).map(({ length }) => length);
    change(sizes.map((size, at) => ({ driverId: ranges[at]?.driverId ?? NOBODY, count: size })));
  }
  const firstOf = (index: number) =>
    ranges.slice(0, index).reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="grid gap-4">
      {ranges.map((range, index) => {
        const driverStops = stops.slice(firstOf(index), firstOf(index) + range.count);
        const next = ranges[index + 1];
        return (
          <div key={index} className="grid gap-2 rounded-2xl border border-line px-4 py-3">
            <DriverField
              label={`Driver ${index + 1}: ${rangeText(driverStops)}`}
              drivers={drivers}
              value={range.driverId}
              onChange={(driverId) =>
                change(ranges.map((one, at) => (at === index ? { ...one, driverId } : one)))
              }
            />
            {next && (
              <label className="grid gap-1 text-sm font-semibold">
                Up to {driverStops.at(-1) ? `stop ${driverStops.at(-1)?.stop}` : 'no stop'}
                <input
                  type="range"
                  className="min-h-11 w-full accent-primary"
                  min={0}
                  max={range.count + next.count}
                  value={range.count}
                  aria-valuetext={rangeText(driverStops)}
                  onChange={(event) => moveEnd(index, Number(event.target.value))}
                />
              </label>
            )}
          </div>
        );
      })}
      <div className="flex flex-wrap gap-2">
        {ranges.length < Math.min(stops.length, drivers.length) && (
          <Button variant="secondary" size="small" onClick={() => resize(ranges.length + 1)}>
            One more driver
          </Button>
        )}
        {ranges.length > 1 && (
          <Button variant="quiet" size="small" onClick={() => resize(ranges.length - 1)}>
            One driver less
          </Button>
        )}
      </div>
    </div>
  );
}

/** As they are given out now; one part while that is nobody, or not in ranges. */
function currentRanges(stops: readonly DeliveryReply[]): Range[] {
  const ranges: Range[] = [];
  for (const { driver } of stops) {
    const driverId = driver?.id ?? NOBODY;
    const last = ranges.at(-1);
    if (last?.driverId === driverId) last.count += 1;
    else ranges.push({ driverId, count: 1 });
  }
  const isMixed = new Set(ranges.map(({ driverId }) => driverId)).size < ranges.length;
  return isMixed ? [{ driverId: NOBODY, count: stops.length }] : ranges;
}

function rangeText(stops: readonly DeliveryReply[]): string {
  if (stops.length === 0) return 'no stops';
  const numbers = stopNumbers(stops.flatMap(({ stop }) => stop ?? []));
  return `${stops.length === 1 ? 'stop' : 'stops'} ${numbers}`;
}

type RunPart = { driverId: string | null; ids: number[] };

type SplitProps = {
  stops: readonly DeliveryReply[];
  drivers: readonly DriverReply[];
  onChange: (parts: RunPart[]) => void;
};

function BySuburb({ stops, drivers, onChange }: SplitProps) {
  const served = useConfig().business.suburbs;
  const suburbs = [...Map.groupBy(stops, ({ customer }) => suburbNow(customer.suburb, served))];
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(
    () =>
      new Map(suburbs.map(([suburb, stopsThere]) => [suburb, stopsThere[0]?.driver?.id ?? NOBODY])),
  );
  return (
    <div className="grid gap-3">
      {suburbs.map(([suburb, stopsThere]) => (
        <DriverField
          key={suburb}
          label={`${suburb}, ${countOfStops(stopsThere.length)}`}
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

const NOBODY = '';

type DriverFieldProps = {
  label: string;
  drivers: readonly DriverReply[];
  value: string;
  onChange: (driverId: string) => void;
};

function DriverField({ label, drivers, value, onChange }: DriverFieldProps) {
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value={NOBODY}>Nobody: every driver sees them</option>
      {drivers.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
