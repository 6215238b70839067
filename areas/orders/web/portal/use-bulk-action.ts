import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { DELIVERIES_KEY } from '#areas/orders/web/portal/deliveries-queries.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

type Row = { id: number; ok: boolean; message?: string | undefined };

export type BulkOutcome = {
  /** Those that changed. */
  done: number;
  /** By delivery: why it stayed as it was. */
  refused: ReadonlyMap<number, string>;
};

type BulkAction<Body> = {
  send: (body: Body) => Promise<{ results: readonly Row[] }>;
  /** "moved". */
  what: string;
  onDone: (outcome: BulkOutcome) => void;
  /** The preview that was agreed to is no longer true. */
  onStale?: () => void;
};

/** Does what was previewed, and says how it went. */
export function useBulkAction<Body>({ send, what, onDone, onStale }: BulkAction<Body>) {
  const client = useQueryClient();
  const { showToast } = useToast();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ results }) => {
      const outcome = outcomeOf(results);
      const { done, refused } = outcome;
      showToast({
        title: done === 1 ? `1 delivery ${what}` : `${done} deliveries ${what}`,
        ...(refused.size > 0 && { description: `${refused.size} not changed: see the list.` }),
        tone: refused.size > 0 ? 'error' : 'success',
      });
      onDone(outcome);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.reply?.code === 'preview_changed') onStale?.();
      showToast({ title: 'Nothing changed', description: describeFailure(error), tone: 'error' });
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: DELIVERIES_KEY }),
        client.invalidateQueries({ queryKey: ['delivery-slots'] }),
      ]),
  });
}

export function outcomeOf(results: readonly Row[]): BulkOutcome {
  const refused = results.filter(({ ok }) => !ok);
  return {
    done: results.length - refused.length,
    refused: new Map(refused.map(({ id, message = '' }) => [id, message])),
  };
}
