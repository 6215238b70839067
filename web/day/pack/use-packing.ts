/** What a packer does with a bag: shown at once, sent at once, tried three times. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PackBagReply, PackDayReply, TickRequest } from '#contract/delivery/pack.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { MissingReason, PackTick } from '#domain/packing/pack-bag.ts';
import { ApiError, describeFailure } from '#web/api/api-error.ts';
import { packDayQuery, sendBag, sendCheck, sendPortionTick, takeBackBag } from '#web/api/pack.ts';
import { newKey } from '#web/storage/new-key.ts';

const MOST_ATTEMPTS = 3;
/** The page that a tap was made on, until it is opened anew. */
const deviceId = newKey();

/** What was refused is refused again; what found no server is sent again, with the same key. */
function isWorthRepeating(count: number, error: unknown): boolean {
  const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429;
  return !isRefused && count < MOST_ATTEMPTS;
}

export type TickWords = { state: PackTick; reason?: MissingReason };

type Closing = Parameters<typeof sendBag>[0];

/** Why the last thing that was sent did not arrive; what is shown is looked at anew then. */
function useFailure() {
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const usual = {
    retry: isWorthRepeating,
    onError: (error: Error) => {
      setFailure(describeFailure(error));
      void client.invalidateQueries({ queryKey: ['pack'] });
    },
  };
  return { failure, setFailure, usual };
}

export function usePacking(date: PlainDate | null) {
  const client = useQueryClient();
  const [unsaved, setUnsaved] = useState<readonly TickRequest[]>([]);
  const { failure, setFailure, usual } = useFailure();

  /** What was saved is saved, whether or not the next look succeeds. */
  async function renew(): Promise<PackDayReply | undefined> {
    const { queryKey } = packDayQuery(date);
    await client.refetchQueries({ queryKey });
    return client.getQueryData(queryKey);
  }
  const ticking = useMutation({ ...usual, mutationFn: sendPortionTick });
  const checking = useMutation({ ...usual, mutationFn: sendCheck });
  const closing = useMutation({ ...usual, mutationFn: sendBag });
  const undoing = useMutation({ ...usual, mutationFn: takeBackBag });

  /** The bag as it is once the tick has arrived; null: it did not. */
  async function tick(
    bag: PackBagReply,
    itemId: number,
    words: TickWords,
  ): Promise<PackBagReply | null> {
    const sent = { deliveryId: bag.id, itemId, ...words, key: newKey(), deviceId };
    setUnsaved((all) => [...all, sent]);
    try {
      await ticking.mutateAsync(sent);
      setFailure(null);
      const day = await renew();
      return day?.bags.find(({ id }) => id === bag.id) ?? null;
    } catch {
      return null;
    } finally {
      setUnsaved((all) => all.filter(({ key }) => key !== sent.key));
    }
  }

  async function done(work: Promise<unknown>): Promise<boolean> {
    try {
      await work;
      setFailure(null);
      await renew();
      return true;
    } catch {
      return false;
    }
  }

  return {
    tick,
    failure,
    clearFailure: () => setFailure(null),
    isClosing: closing.isPending,
    isChecking: checking.isPending,
    check: (bag: PackBagReply, { id, food }: PackBagReply['people'][number]) =>
      done(checking.mutateAsync({ deliveryId: bag.id, personId: id, food })),
    /** The key with which it can be taken back; null: it was refused. */
    close: async (bag: PackBagReply, change: Pick<Closing, 'status' | 'isShort'>) => {
      const key = newKey();
      const sent = { deliveryId: bag.id, ...change, key, deviceId };
      return (await done(closing.mutateAsync(sent))) ? key : null;
    },
    undo: (bag: PackBagReply, key: string) =>
      done(undoing.mutateAsync({ deliveryId: bag.id, key })),
    withUnsaved: (bag: PackBagReply) => withTicks(bag, unsaved),
  };
}

/** With what is on its way to the server. */
function withTicks(bag: PackBagReply, unsaved: readonly TickRequest[]): PackBagReply {
  const people = bag.people.map((person) => ({
    ...person,
    items: person.items.map((item) => {
      const last = unsaved.findLast(({ itemId }) => itemId === item.id);
      if (!last) return item;
      const state = last.state === 'unticked' ? ('open' as const) : last.state;
      return { ...item, state, reason: last.reason ?? null };
    }),
  }));
  return { ...bag, people };
}
