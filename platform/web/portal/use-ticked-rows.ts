import { useState } from 'react';

export type TickedRows = {
  /** Ticked and in the list now, in its sequence. */
  chosen: readonly number[];
  /** Ticked, but not in the list now: nothing is done with them. */
  hidden: number;
  isTicked: (id: number) => boolean;
  /** `isRange`: all from the one ticked last to this one. */
  tick: (id: number, isRange?: boolean) => void;
  setAll: (ids: readonly number[], isTicked: boolean) => void;
  clear: () => void;
  /** Those that could not be changed stay ticked. */
  reduceTo: (has: (id: number) => boolean) => void;
};

/** Which rows of a list are ticked; a row that a filter hides counts again once it is back. */
export function useTickedRows(shown: readonly number[]): TickedRows {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [last, setLast] = useState<number | null>(null);
  const chosen = shown.filter((id) => ticked.has(id));

  function setAll(ids: readonly number[], isTicked: boolean) {
    setTicked((now) => {
      const next = new Set(now);
      for (const id of ids) {
        if (isTicked) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }
  return {
    chosen,
    hidden: ticked.size - chosen.length,
    isTicked: (id) => ticked.has(id),
    tick: (id, isRange = false) => {
      setAll(isRange ? rangeOf(shown, last ?? id, id) : [id], !ticked.has(id));
      setLast(id);
    },
    setAll,
    clear: () => setTicked(new Set()),
    reduceTo: (has) => setTicked((now) => new Set([...now].filter(has))),
  };
}

/** Both ends included; only `to` when `from` is not in the list. */
export function rangeOf(shown: readonly number[], from: number, to: number): readonly number[] {
  const ends = [shown.indexOf(from), shown.indexOf(to)];
  if (ends.includes(-1)) return [to];
  return shown.slice(Math.min(...ends), Math.max(...ends) + 1);
}
