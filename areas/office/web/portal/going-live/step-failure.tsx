import type { Failure } from '#platform/web/api/failure.ts';

/** Beside the button that it is about, with the words of the other side beneath ours. */
export function StepFailure({ failure }: { failure: Failure | null }) {
  if (failure === null) return null;
  return (
    <p role="alert" className="font-semibold whitespace-pre-line wrap-anywhere text-danger">
      {failure.message}
    </p>
  );
}
