import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { TEMPERATURES_KEY } from '#areas/kitchen/web/portal/temperatures-queries.ts';
import { RECALL_RUNS_KEY, sendRecallRun } from '#areas/kitchen/web/portal/recall-queries.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';

/** Writes down that this was a drill, or a recall: the inspector asks when it was last tried out. */
export function RecallButtons({ id }: { id: number }) {
  const client = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: sendRecallRun,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: RECALL_RUNS_KEY });
      await client.invalidateQueries({ queryKey: TEMPERATURES_KEY });
    },
  });
  return (
    <>
      <Button size="small" busy={isPending} onClick={() => mutate({ id, isDrill: true })}>
        This is a drill
      </Button>
      <Button
        size="small"
        variant="danger"
        busy={isPending}
        onClick={() => mutate({ id, isDrill: false })}
      >
        This is a recall
      </Button>
      {error && (
        <Notice tone="error" announce="now" title="Not written down">
          <p>{describeFailure(error)}</p>
        </Notice>
      )}
      {data && (
        <p role="status" className="w-full font-semibold">
          Written down: {data.isDrill ? 'drill' : 'recall'} by {data.by}, found {data.deliveries} in{' '}
          {(data.tookMs / 1000).toFixed(1)} s.
        </p>
      )}
    </>
  );
}
