import { counted } from '#platform/rules/counted.ts';
import { type ReactNode, useEffect, useState } from 'react';
import type { BenchDay, Bench, BenchTray } from '#areas/kitchen/calls/opened-bench.ts';
import { windowStartText } from '#areas/business/rules/delivery-windows.ts';
import { waitingText } from '#areas/printouts/rules/run-sheet.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useFormatTimeOfDay } from '#areas/business/web/use-format-instant.ts';
import type { Queued } from '#platform/rules/queued-words.ts';
import { wallText, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { useWakeLock } from '#platform/web/navigation/use-is-wide.ts';
import { DayBar } from '#platform/web/offline/day-bar.tsx';
import { countWaiting, useDayQueue } from '#platform/web/offline/day-queue.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import type { BenchSaid } from '#areas/kitchen/web/bench/bench-after.ts';
import { BigButton, BenchPart } from '#areas/kitchen/web/bench/bench-parts.tsx';
import { benchNow, benchQueue, type BenchState, tabletOffset, sayAtBench } from './bench-queue.ts';
import { ReadingsPart, useBenchReadings } from '#areas/kitchen/web/bench/bench-readings.tsx';
import { PotRow } from '#areas/kitchen/web/bench/pot-row.tsx';
import { Specials, TrayRow } from '#areas/kitchen/web/bench/tray-row.tsx';

type BenchListProps = { heading: ReactNode; printouts: ReactNode };

export function BenchList({ heading, printouts }: BenchListProps) {
  const state = useDayQueue(benchQueue);
  const bench = benchNow(state);
  useWakeLock();
  if (!bench) return null;
  return <BenchParts bench={bench} state={state} heading={heading} printouts={printouts} />;
}

type BenchProps = BenchListProps & { bench: Bench; state: BenchState };

function BenchParts({ bench, state, heading, printouts }: BenchProps) {
  const readings = useBenchReadings(bench);
  const late = useLateChanges(bench);
  const now = useServerNow(state);
  const { timeZone } = useConfig().business;
  const [open, setOpen] = useState<string | null>(null);
  const [day] = bench.days;
  if (!day) return null;
  const { mayCook, mayRunOut } = bench;
  const nowText = wallText(wallTimeAt(now, timeZone));
  const unsent = new Set(state.queue.flatMap(subjectOf));
  const toggle = (id: string) => setOpen(open === id ? null : id);
  const made = day.pots.filter(({ state: is }) => is === 'made').length;
  const trays = countTrays(day);
  return (
    <div className="grid gap-4">
      <BenchHead
        bench={bench}
        day={day}
        state={state}
        heading={heading}
        printouts={printouts}
        now={now}
      />
      <div className="grid items-start gap-x-8 gap-y-4 xl:grid-cols-2">
        <BenchPart
          id="pots"
          title="Pots"
          said={`${made} of ${day.pots.length} made, by start time`}
          isDone={
            day.pots.length > 0 &&
            made === day.pots.length &&
            !day.pots.some(({ id }) => id === open)
          }
        >
          {day.pots.length === 0 && <p className="py-3 text-xl">Nothing to cook on this day.</p>}
          <ul>
            {day.pots.map((pot) => (
              <PotRow
                key={pot.id}
                pot={pot}
                date={day.date}
                now={nowText}
                isOpen={open === pot.id}
                onOpen={() => toggle(pot.id)}
                mayCook={mayCook}
                isSent={!unsent.has(pot.id)}
                readings={readings.ofPot(pot)}
              />
            ))}
          </ul>
        </BenchPart>
        <BenchPart
          id="trays"
          title="Trays"
          said={`${trays.done} of ${trays.count}`}
          isDone={trays.count > 0 && trays.done >= trays.count && !(open?.startsWith('t') ?? false)}
        >
          {day.trays.length === 0 && <p className="py-3 text-xl">Nothing to fill on this day.</p>}
          <ul>
            {day.trays.map((tray) => {
              const id = `t${tray.mealId}:${tray.date}`;
              return (
                <TrayRow
                  key={id}
                  tray={tray}
                  date={day.date}
                  isOpen={open === id}
                  onOpen={() => {
                    late.markSeen(tray);
                    toggle(id);
                  }}
                  mayCook={mayCook}
                  mayRunOut={mayRunOut}
                  isSent={!unsent.has(`m${tray.mealId}`)}
                  late={late.textOf(tray)}
                  readings={readings.ofTray(tray)}
                />
              );
            })}
          </ul>
        </BenchPart>
        <ReadingsPart bench={bench} now={now} mayCook={mayCook} onAsk={readings.ask} />
        <OutPart day={day} bench={bench} />
      </div>
      {readings.dialogs}
    </div>
  );
}

/** What of it is on the tablet only. */
function subjectOf({ word }: Queued<BenchSaid>): string[] {
  if ('potId' in word) return [word.potId];
  return word.kind === 'tick' ? [`m${word.mealId}`] : [];
}

function countTrays({ trays }: BenchDay) {
  const windows = trays.flatMap((tray) => tray.windows);
  return {
    count: windows.reduce((sum, { count }) => sum + count, 0),
    done: windows.reduce((sum, { count, done }) => sum + Math.min(count, done), 0),
  };
}

const TICK_MS = 5000;

/** By the server's clock, as far as the tablet knows it. */
function useServerNow(state: BenchState): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now + tabletOffset(state);
}

type HeadProps = BenchProps & { day: BenchDay; now: number };

function BenchHead({ bench, day, state, heading, printouts, now }: HeadProps) {
  const specials = day.trays.flatMap(({ name, specials: some }) =>
    some.map((special) => ({ ...special, text: `${name}: ${special.text}` })),
  );
  const stops = specials.filter(({ verdict }) => verdict === 'on_hold');
  const trays = countTrays(day);
  const { waiting } = day;
  return (
    <div className="grid gap-3">
      {heading}
      {waiting.orders > 0 && (
        <p className="rounded-xl bg-warning-soft px-3 py-2 text-xl font-semibold text-warning">
          {waitingText(waiting)}{' '}
          <Link to={paths.admin({ tab: 'orders', status: 'pending' })} className="underline">
            Decide
          </Link>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-xl">
        <b className="tabular-nums">
          {counted(day.pots.length, 'pot', 'pots')}, {counted(trays.count, 'tray', 'trays')}
        </b>
        <Connection state={state} now={now} />
        <div className="ml-auto flex flex-wrap items-center gap-2">{printouts}</div>
      </div>
      <AskedMeals bench={bench} />
      <Specials specials={stops} />
      {specials.length > 0 && (
        <details>
          <summary className="min-h-14 cursor-pointer py-3 text-xl font-bold text-danger underline">
            READ FIRST {specials.length}
          </summary>
          <Specials specials={specials} />
        </details>
      )}
      {specials.length === 0 && trays.count > 0 && (
        <p className="text-lg text-ink-soft">No allergies or food requests noted for this day.</p>
      )}
    </div>
  );
}

const NOT_LIVE_AFTER_MS = 20_000;
const CLOCK_IS_OFF_MS = 10 * 60_000;

/** `live 12:41pm`, or what is not sent, and since when nobody has heard from the server. */
function Connection({ state, now }: { state: BenchState; now: number }) {
  const formatTime = useFormatTimeOfDay();
  const { day, problem, notices, isLive } = state;
  const { mine, others, otherName } = countWaiting(state);
  if (!day) return null;
  const contact = Date.parse(day.now);
  const isCut = !isLive || now - contact > NOT_LIVE_AFTER_MS;
  const off = Math.round(tabletOffset(state) / 60_000);
  return (
    <>
      {problem !== null && <DayBar tone="bad">{problem}</DayBar>}
      {notices.map(({ id, text }) => (
        <DayBar key={id} tone="bad" onOk={() => void benchQueue.dismiss(id)}>
          {text}
        </DayBar>
      ))}
      {isCut ? (
        <p role="status" className="rounded-lg bg-warning-soft px-2 font-semibold text-warning">
          {mine > 0 ? `${mine} not sent` : 'No signal'}, last contact {formatTime(contact)}
        </p>
      ) : (
        <p role="status" className="text-ink-soft tabular-nums">
          {mine > 0 ? `${mine} not sent` : `live ${formatTime(contact)}`}
        </p>
      )}
      {others > 0 && (
        <DayBar tone="amber">
          {otherName}: {others} not sent. Sent when {otherName} signs in.
        </DayBar>
      )}
      {Math.abs(off) * 60_000 > CLOCK_IS_OFF_MS && (
        <DayBar tone="amber">
          This tablet’s clock is {Math.abs(off)} minutes {off > 0 ? 'slow' : 'fast'}. Times are kept
          by the kitchen’s clock.
        </DayBar>
      )}
    </>
  );
}

function AskedMeals({ bench: { asked, days } }: { bench: Bench }) {
  const pots = days.flatMap((day) => day.pots);
  return asked.map(({ key, potId, text, qty, planned }) => {
    const pot = pots.find(({ id }) => id === potId);
    const name = pot?.name ?? 'This pot';
    return (
      <div key={key} role="alert" className="grid gap-2 rounded-xl bg-warning-soft p-3">
        <p className="text-xl font-semibold">{text}</p>
        <div className="flex flex-wrap gap-2">
          <BigButton
            label="The same pot"
            onPress={() => void sayAtBench({ kind: 'same_pot', about: key }, name)}
          />
          <BigButton
            label="Another pot"
            onPress={() =>
              void sayAtBench(
                {
                  kind: 'made',
                  potId,
                  qty,
                  planned,
                  recipeVersion: pot?.recipeVersion ?? 1,
                  goodsLotIds: [],
                  answers: key,
                },
                name,
              )
            }
          />
        </div>
      </div>
    );
  });
}

function OutPart({ day: { out }, bench }: { day: BenchDay; bench: Bench }) {
  const isDone = out.length > 0 && out.every(({ bags, left }) => left === bags);
  const bags = out.reduce((sum, one) => sum + one.bags, 0);
  return (
    <BenchPart id="out" title="Out" said={counted(bags, 'bag', 'bags')} isDone={isDone}>
      <ul className="py-2 text-xl">
        {out.map((one) => (
          <li key={one.window} className="flex min-h-14 flex-wrap items-center gap-x-3">
            <b>{windowStartText(one.window)}</b>
            <span className="tabular-nums">
              {one.packed} of {counted(one.bags, 'bag', 'bags')} packed
              {one.left > 0 && `, ${one.left} on the road`}
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {bench.mayPack && (
          <a href={paths.pack()} className={buttonClass('secondary', 'large')}>
            Pack
          </a>
        )}
        {bench.mayDrive && (
          <a href={paths.drive()} className={buttonClass('secondary', 'large')}>
            Drive
          </a>
        )}
      </div>
    </BenchPart>
  );
}

/** How many trays there are, and by which version of the recipe; null: it has none. */
type Trays = { count: number; recipe: number | null };
/** What someone saw who looked last, and when that changed. */
type Seen = { before: Trays; now: Trays; changedAt: number | null };

type SeenTrays = ReadonlyMap<string, Seen>;

/** What orders and recipes have changed since this screen was opened, kept at each meal until it is tapped. */
function useLateChanges(bench: Bench) {
  const formatTime = useFormatTimeOfDay();
  const [seen, setSeen] = useState<SeenTrays>(new Map());
  const current = withChanges(seen, bench);
  if (current !== seen) setSeen(current);
  return {
    /** "+1 since 5:10am"; of another recipe "changed since 5:10am"; null: nothing. */
    textOf(tray: BenchTray): string | null {
      const found = current.get(trayKey(tray));
      if (!found || found.changedAt === null) return null;
      const what = changeOf(found);
      return what === null ? null : `${what} since ${formatTime(found.changedAt)}`;
    },
    markSeen(tray: BenchTray) {
      const now = traysOf(tray);
      setSeen(new Map(current).set(trayKey(tray), { before: now, now, changedAt: null }));
    },
  };
}

function changeOf({ before, now }: Seen): string | null {
  const more = now.count - before.count;
  const words = [
    ...(more === 0 ? [] : [`${more > 0 ? '+' : '−'}${Math.abs(more)}`]),
    ...(now.recipe === before.recipe ? [] : ['changed']),
  ];
  return words.length === 0 ? null : words.join(', ');
}

function trayKey({ mealId, date }: BenchTray): string {
  return `${date} ${mealId}`;
}

function traysOf({ windows, recipeVersion }: BenchTray): Trays {
  return {
    count: windows.reduce((sum, { count }) => sum + count, 0),
    recipe: recipeVersion,
  };
}

/** A day that is seen for the first time has no changes. The same map when nothing has changed. */
function withChanges(known: SeenTrays, { days, now: at }: Bench): SeenTrays {
  const knownDays = new Set([...known.keys()].map((key) => key.split(' ')[0]));
  const changed = days
    .flatMap((day) => day.trays)
    .flatMap((tray): [string, Seen][] => {
      const key = trayKey(tray);
      const now = traysOf(tray);
      const was = known.get(key);
      if (was?.now.count === now.count && was.now.recipe === now.recipe) return [];
      if (was) return [[key, { ...was, now, changedAt: Date.parse(at) }]];
      return knownDays.has(tray.date)
        ? [[key, { before: { ...now, count: 0 }, now, changedAt: Date.parse(at) }]]
        : [[key, { before: now, now, changedAt: null }]];
    });
  return changed.length === 0 ? known : new Map([...known, ...changed]);
}
