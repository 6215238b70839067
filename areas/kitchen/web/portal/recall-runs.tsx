import { useQuery } from '@tanstack/react-query';
import { recallRunsQuery } from '#areas/kitchen/web/portal/recall-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';

/** When a recall was made or tried out. */
export function RecallRuns() {
  const { data } = useQuery(recallRunsQuery);
  const formatInstant = useFormatInstant();
  if (!data) return null;
  return (
    <section aria-labelledby="recall-runs" className="grid gap-2">
      <h2 id="recall-runs" className="text-xl">
        Drills and recalls
      </h2>
      {data.runs.length === 0 && (
        <p>None yet. Choose any goods above and press “This is a drill”.</p>
      )}
      <ul className="grid gap-1">
        {data.runs.map(({ at, by, isDrill, ingredient, deliveries, portions, tookMs }) => (
          <li key={`${at} ${ingredient}`}>
            <strong>{isDrill ? 'Drill' : 'Recall'}</strong>: {ingredient}, {formatInstant(at)}, {by}
            . Found {deliveries} deliveries, {portions} portions in {(tookMs / 1000).toFixed(1)} s.
          </li>
        ))}
      </ul>
    </section>
  );
}
