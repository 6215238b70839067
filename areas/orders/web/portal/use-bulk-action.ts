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

type BulkAction<Body, Result extends Row> = {
  send: (body: Body) => Promise<{ results: readonly Result[] }>;
  /** "moved". */
  what: string;
  /** What changed, where it is not whole deliveries: "3 meals". */
  nameOf?: (changed: readonly Result[]) => string;
  onDone: (outcome: BulkOutcome) => void;
  /** The preview that was agreed to is no longer true. */
  onStale?: () => void;
};

/** Does what was previewed, and says how it went. */
export function useBulkAction<Body, Result extends Row>({
  send,
  what,
  nameOf = ({ length }) => (length === 1 ? '1 delivery' : `${length} deliveries`),
  onDone,
  onStale,
}: BulkAction<Body, Result>) {
  const client = useQueryClient();
  const { showToast } = useToast();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ results }) => {
      const outcome = outcomeOf(results);
      const { refused } = outcome;
      showToast({
        title: `${nameOf(results.filter(({ ok }) => ok))} ${what}`,
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
