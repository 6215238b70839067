/** Repeatable randomness: everything a run decides comes from its seed. */
import { createHash } from 'node:crypto';

export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from 0 up to, but not including, `end`. */
  below(end: number): number;
  /** True in this share of the cases: 0.1 is one in ten. */
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
};

/**
 * The same seed gives the same sequence. Give each actor its own source, so that the order in which they act changes
 * nothing.
 */
export function seededRandom(seed: string): Random {
  const hash = createHash('sha256').update(seed).digest();
  let a = hash.readInt32LE(0);
  let b = hash.readInt32LE(4);
  let c = hash.readInt32LE(8);
  let counter = 1;

  /** sfc32, by Chris Doty-Humphrey; in the public domain. */
  function next(): number {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }

  const below = (end: number) => Math.floor(next() * end);

  function pick<T>(list: readonly T[]): T {
    const picked = list[below(list.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }

  function shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((entry) => ({ entry, rank: next() }))
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ entry }) => entry);
  }

  return { next, below, chance: (share) => next() < share, pick, shuffled };
}
