import { useChange } from '#platform/web/api/use-change.ts';
import { DELIVERIES_KEY } from '#areas/orders/web/portal/deliveries-queries.ts';

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
  /** What was agreed to. */
  preview?: { refetch: () => unknown };
};

/** Does what was previewed, and says how it went. */
export function useBulkAction<Body, Result extends Row>({
  send,
  what,
  nameOf = ({ length }) => (length === 1 ? '1 delivery' : `${length} deliveries`),
  onDone,
  preview,
}: BulkAction<Body, Result>) {
  return useChange(send, {
    says({ results }) {
      const { refused } = outcomeOf(results);
      return {
        title: `${nameOf(results.filter(({ ok }) => ok))} ${what}`,
        ...(refused.size > 0 && { description: `${refused.size} not changed: see the list.` }),
        tone: refused.size > 0 ? 'error' : 'success',
      };
    },
    onDone: ({ results }) => onDone(outcomeOf(results)),
    preview,
    refresh: [{ queryKey: DELIVERIES_KEY }, { queryKey: ['delivery-slots'] }],
  });
}

export function outcomeOf(results: readonly Row[]): BulkOutcome {
  const refused = results.filter(({ ok }) => !ok);
  return {
    done: results.length - refused.length,
    refused: new Map(refused.map(({ id, message = '' }) => [id, message])),
  };
}
