import { DragDropProvider, useDraggable, useDroppable } from '@dnd-kit/react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { ServedSuburb } from '#areas/business/rules/fact-lists.ts';
import { suburbNow } from '#areas/business/rules/served-suburbs.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { LIST_ROW } from '#platform/web/portal/tick-bar.tsx';
import { useQuery } from '@tanstack/react-query';
import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { arrangeStops } from '#areas/order-book/rules/split-stops.ts';
import {
  DELIVERIES_KEY,
  runQuery,
  sendArrangement,
} from '#areas/orders/web/portal/deliveries-queries.ts';
import { PrintButton } from '#areas/printouts/web/printout-buttons.tsx';
import { labelsSource } from '#areas/printouts/web/printouts-queries.ts';
import type { WindowDeliveries } from '#areas/delivery/web/portal/deliveries/describe-deliveries.ts';

type StopRowsProps = {
  stops: readonly DeliveryReply[];
  isTicked: (id: number) => boolean;
  mayArrange: boolean;
  /** Null: not now. */
  arrange: Arrange | null;
  row: (stop: DeliveryReply, handle: ReactNode) => ReactNode;
};

/**
 * The rows of a run, suburb by suburb. A row, all ticked rows, or a suburb by its heading goes elsewhere by mouse, finger,
 * or Alt with an arrow key.
 */
export function StopRows({ stops, isTicked, mayArrange, arrange, row }: StopRowsProps) {
  const groups = groupBySuburb(stops, useConfig().business.suburbs);
  const take = (id: number) => {
    const chosen = stops.filter((stop) => isTicked(stop.id)).map((stop) => stop.id);
    return chosen.includes(id) ? chosen : [id];
  };
  /** Upwards before the row, downwards after it. */
  function put(ids: readonly number[], onto: DeliveryReply) {
    if (!arrange || ids.includes(onto.id)) return;
    const first = stops.find(({ id }) => ids.includes(id));
    const isDown = (first?.stop ?? 0) < (onto.stop ?? 0);
    arrange(ids, isDown ? (onto.stop ?? 0) : numberBefore(stops, onto));
  }
  /** One place up or down. */
  function nudge(event: KeyboardEvent, ids: readonly number[]) {
    const isUp = event.key === 'ArrowUp';
    if (!event.altKey || (!isUp && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const places = stops.flatMap(({ id }, index) => (ids.includes(id) ? [index] : []));
    const onto = isUp ? stops[(places[0] ?? 0) - 1] : stops[(places.at(-1) ?? stops.length) + 1];
    if (onto) put(ids, onto);
  }
  return (
    <DragDropProvider
      onDragEnd={({ canceled, operation: { source, target } }) => {
        const onto = stops.find(({ id }) => `stop ${id}` === target?.id);
        if (!canceled && source && onto) put(source.data['ids'] as number[], onto);
      }}
    >
      <ul className="rounded-2xl border border-line bg-surface [&>li:first-child]:rounded-t-2xl [&>li:first-child]:border-t-0 [&>li:last-child]:rounded-b-2xl">
        {groups.map(({ suburb, stops: stopsThere }) => {
          const ids = stopsThere.map(({ id }) => id);
          return [
            mayArrange && groups.length > 1 && stopsThere.length > 1 ? (
              <SuburbHeading
                key={`suburb ${ids[0]}`}
                ids={ids}
                isReady={arrange !== null}
                text={`${suburb}, ${stopsThere.length} stops`}
                onKeyDown={(event) => nudge(event, ids)}
              />
            ) : null,
            ...stopsThere.map((stop) =>
              mayArrange ? (
                <StopRow
                  key={stop.id}
                  stop={stop}
                  ids={take(stop.id)}
                  isReady={arrange !== null}
                  onKeyDown={(event) => nudge(event, take(stop.id))}
                  row={row}
                />
              ) : (
                <li
                  key={stop.id}
                  {...LIST_ROW}
                  className="border-t border-line focus-within:bg-primary-soft"
                >
                  {row(stop, null)}
                </li>
              ),
            ),
          ];
        })}
      </ul>
    </DragDropProvider>
  );
}

type DragProps = {
  ids: readonly number[];
  isReady: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
};

function SuburbHeading({ ids, isReady, text, onKeyDown }: DragProps & { text: string }) {
  const { ref, handleRef, isDragging } = useDraggable({
    id: `suburb ${ids[0]}`,
    data: { ids },
  });
  return (
    <li
      ref={ref}
      className={classNames(
        'flex min-h-11 items-center gap-2 border-t border-line bg-sunken px-3 text-sm font-semibold',
        isDragging && 'opacity-60',
      )}
    >
      <Handle
        handleRef={handleRef}
        label={`Drag ${text}`}
        isReady={isReady}
        onKeyDown={onKeyDown}
      />
      {text}
    </li>
  );
}

type StopRowProps = DragProps & { stop: DeliveryReply; row: StopRowsProps['row'] };

function StopRow({ stop, ids, isReady, onKeyDown, row }: StopRowProps) {
  const drag = useDraggable({ id: `row ${stop.id}`, data: { ids } });
  const target = useDroppable({
    id: `stop ${stop.id}`,
    // Not onto itself, which is always nearest.
    accept: ({ data }) => !(data['ids'] as number[]).includes(stop.id),
  });
  const name = `${stop.customer.firstName} ${stop.customer.lastName}`;
  const handle = (
    <Handle
      handleRef={drag.handleRef}
      label={`Drag stop ${stop.stop ?? ''}, ${name}`}
      isReady={isReady}
      onKeyDown={onKeyDown}
    />
  );
  return (
    <li
      {...LIST_ROW}
      ref={(element) => {
        drag.ref(element);
        target.ref(element);
      }}
      className={classNames(
        'border-t border-line bg-surface focus-within:bg-primary-soft',
        drag.isDragging && 'rounded-xl opacity-80 shadow-lg',
        target.isDropTarget && !drag.isDragging && 'bg-primary-soft outline-2 outline-primary',
      )}
    >
      {row(stop, handle)}
    </li>
  );
}

type Group = { suburb: string; stops: DeliveryReply[] };

/** As the run goes through them: one that it comes back to stands twice. */
function groupBySuburb(stops: readonly DeliveryReply[], suburbs: readonly ServedSuburb[]): Group[] {
  const groups: Group[] = [];
  for (const stop of stops) {
    const last = groups.at(-1);
    const suburb = suburbNow(stop.customer.suburb, suburbs);
    if (last?.suburb === suburb) last.stops.push(stop);
    else groups.push({ suburb, stops: [stop] });
  }
  return groups;
}

function numberBefore(stops: readonly DeliveryReply[], { stop }: DeliveryReply): number {
  return Math.max(
    0,
    ...stops.flatMap((one) => (one.stop !== null && one.stop < (stop ?? 0) ? one.stop : [])),
  );
}

type HandleProps = {
  handleRef: (element: Element | null) => void;
  label: string;
  /** Not before it is known what a move changes. */
  isReady: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
};

function Handle({ handleRef, label, isReady, onKeyDown }: HandleProps) {
  return (
    <button
      ref={handleRef}
      type="button"
      disabled={!isReady}
      aria-label={label}
      title="Drag, or Alt with an arrow key"
      onKeyDown={onKeyDown}
      className="inline-flex size-11 shrink-0 cursor-grab touch-none items-center justify-center rounded-lg text-xl text-ink-soft hover:bg-primary-soft active:cursor-grabbing"
    >
      <span aria-hidden="true">⠿</span>
    </button>
  );
}

export type Arrange = (ids: readonly number[], after: number) => void;

/**
 * Puts stops of a run after the stop numbered `after` (0: first). Once numbers are on labels it says first how many of
 * them change, and then which labels to print. `parts` stands in the page.
 */
export function useArrangeRun({ window, deliveries }: WindowDeliveries): {
  /** Null: not known yet. */
  arrange: Arrange | null;
  isBusy: boolean;
  parts: ReactNode;
} {
  const date = deliveries[0]?.date ?? '';
  const [toPrint, setToPrint] = useState<readonly DeliveryReply[]>([]);
  const { data: run } = useQuery(runQuery(date, window));
  const move = useChange(
    ({ ids, after }: { ids: number[]; after: number; changed: readonly DeliveryReply[] }) =>
      sendArrangement({ date, window, ids, after, version: run?.version ?? 0 }),
    {
      says: () => ({
        title: 'Stops Moved',
        description: 'Later runs of this window start from this sequence.',
        tone: 'success',
      }),
      onDone(_reply, { changed }) {
        if (run?.fixedAt) setToPrint(changed);
      },
      toastsFailure: true,
      refresh: [{ queryKey: DELIVERIES_KEY }],
    },
  );

  async function arrange(ids: readonly number[], after: number) {
    const changed = changedBy(deliveries, ids, after);
    if (changed.length === 0) return;
    const next = { ids: [...ids], after, changed };
    const count = changed.length;
    const isSure =
      !run?.fixedAt ||
      (await confirm({
        title: count === 1 ? '1 label changes' : `${count} labels change`,
        text: 'These numbers are on labels, sheets or bags already. Bags that are packed need their new label before they leave.',
        act: count === 1 ? 'Move, then print 1' : `Move, then print ${count}`,
        danger: false,
      }));
    if (isSure) move.run(next);
  }
  return {
    arrange: run ? (ids, after) => void arrange(ids, after) : null,
    isBusy: move.isBusy,
    parts: (
      <>
        {toPrint.length > 0 && (
          <p
            role="status"
            className="flex flex-wrap items-center gap-3 rounded-2xl border border-warning bg-warning-soft px-4 py-2"
          >
            {toPrint.length === 1 ? '1 label has' : `${toPrint.length} labels have`} another number
            now.
            <PrintButton
              source={labelsSource({ date, orderIds: toPrint.map(({ orderId }) => orderId) })}
              saved="Label Downloaded"
              about="new labels"
            >
              Print {toPrint.length}
            </PrintButton>
          </p>
        )}
      </>
    ),
  };
}

/** Those that get another number. */
function changedBy(
  deliveries: readonly DeliveryReply[],
  ids: readonly number[],
  after: number,
): DeliveryReply[] {
  const stops = deliveries.map(({ id, stop, orderNumber, customer: { suburb, address } }) => ({
    deliveryId: id,
    stop,
    orderNumber,
    suburb,
    addressLine1: address,
    addressLine2: '',
  }));
  const numbers = arrangeStops(stops, ids, after);
  return deliveries.filter(({ id, stop }) => numbers.get(id) !== stop);
}
