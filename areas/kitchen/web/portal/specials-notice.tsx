import { describeFailure } from '#platform/web/api/api-error.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import type { Specials } from './use-specials.ts';

/** Says so as long as the allergies are not on the screen, or may have changed since. */
export function SpecialsNotice({ specials }: { specials: Specials }) {
  const { bags, error, isFetching, onRetry } = specials;
  if (bags)
    return error ? (
      <Notice tone="warning" announce="polite" title="Allergies may be out of date">
        <p>{describeFailure(error)}</p>
      </Notice>
    ) : null;
  if (error && !isFetching)
    return (
      <ErrorState
        title="We couldn’t load the allergies"
        message={`${describeFailure(error)} Cook nothing until they are shown.`}
        onRetry={onRetry}
      />
    );
  return (
    <p role="status" className="rounded-2xl border border-line bg-surface px-4 py-3">
      Loading allergies and food requests…
    </p>
  );
}
