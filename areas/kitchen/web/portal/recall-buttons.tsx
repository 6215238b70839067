import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { TEMPERATURES_KEY } from '#areas/kitchen/web/portal/temperatures-queries.ts';
import { RECALL_RUNS_KEY, sendRecallRun } from '#areas/kitchen/web/portal/recall-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';

/** Writes down that this was a drill, or a recall: the inspector asks when it was last tried out. */
export function RecallButtons({ id }: { id: number }) {
  const { run, result, failure, isBusy } = useChange(sendRecallRun, {
    refresh: [{ queryKey: RECALL_RUNS_KEY }, { queryKey: TEMPERATURES_KEY }],
  });
  return (
    <>
      <Button size="small" busy={isBusy} onClick={() => run({ id, isDrill: true })}>
        This is a drill
      </Button>
      <Button
        size="small"
        variant="danger"
        busy={isBusy}
        onClick={() => run({ id, isDrill: false })}
      >
        This is a recall
      </Button>
      <FailureNotice failure={failure} title="Not written down" />
      {result && (
        <p role="status" className="w-full font-semibold">
          Written down: {result.isDrill ? 'drill' : 'recall'} by {result.by}, found{' '}
          {result.deliveries} in {(result.tookMs / 1000).toFixed(1)} s.
        </p>
      )}
    </>
  );
}
