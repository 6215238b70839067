/** What the bench keeps on a tablet, sends and fetches. Daily Prep and /bench read the same. */
import { getBench, sendBenchWords, MOST_WORDS } from '#areas/kitchen/calls/bench.ts';
import { type Bench, openBench } from '#areas/kitchen/calls/opened-bench.ts';
import type { BenchWord } from '#areas/kitchen/rules/bench-words.ts';
import { call } from '#platform/web/api/client.ts';
import { queueOf } from '#platform/rules/queued-words.ts';
import { toInstantText } from '#platform/rules/zoned-time.ts';
import { DayQueue, type DayQueueState, inTime } from '#platform/web/offline/day-queue.ts';
import { benchAfter, type BenchSaid } from './bench-after.ts';

/** What others have ticked off arrives with the next look. */
const EVERY_MS = 5000;

export const benchQueue = new DayQueue<Bench, BenchSaid>({
  name: 'bench',
  everyMs: EVERY_MS,
  hasOtherDay: false,
  fetchDay: async (date) =>
    openBench(await call(getBench, { query: date === null ? {} : { date }, ...inTime() })),
  mostAtOnce: MOST_WORDS,
  async send(waiting, deviceId) {
    const [first] = waiting;
    if (!first) return { answers: [] };
    const words = waiting.map(({ key, at, word }) => ({ key, at: toInstantText(at), word }));
    const body = { staffId: first.staffId, deviceId, words };
    const { now, results } = await call(sendBenchWords, { body, ...inTime() });
    const answers = results.map(({ key, ok, code, message }) => ({
      key,
      // What someone else has made is asked after by the list itself.
      refusal: ok ? null : code === 'pot_done' ? '' : (message ?? 'not accepted'),
      notice: ok ? message : undefined,
    }));
    return { now, answers };
  },
  after: benchAfter,
  nameOf: ({ label }) => label,
  cannotKeep: 'Not saved on this tablet. Write it down.',
  notSaved: 'Not saved on this tablet. Write it down.',
});

export type BenchState = DayQueueState<Bench, BenchSaid>;

/** By how much the tablet's clock is slow, by the server's last answer, about whichever day that was. */
export function tabletOffset({ days }: Pick<BenchState, 'days'>): number {
  const [newest] = days.toSorted((a, b) => b.fetchedAt - a.fetchedAt);
  return newest ? Date.parse(newest.now) - newest.fetchedAt : 0;
}

/** The bench as this person has left it, sent or not. */
export function benchNow({ day, queue }: Pick<BenchState, 'day' | 'queue'>): Bench | null {
  return day && queueOf(queue, day.staffId).reduce<Bench>(benchAfter, day);
}

/** `label`: begins the line if it is refused. On the disk when it resolves with its key; null: it is not. */
export function sayAtBench(word: BenchWord, label: string): Promise<string | null> {
  return benchQueue.say({ word, label });
}

/** Takes back what was said with that key. */
export function takeBackAtBench(key: string, undone: BenchWord, label: string): Promise<void> {
  return benchQueue.takeBack(key, { word: { kind: 'undo', undoes: key }, label, undone });
}
