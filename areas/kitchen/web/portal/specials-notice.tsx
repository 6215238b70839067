import { describeFailure } from '#platform/web/api/api-error.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
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
      <Notice tone="error" announce="now" title="We couldn’t load the allergies">
        <p>{describeFailure(error)} Cook nothing until they are shown.</p>
        <Button variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      </Notice>
    );
  return (
    <p role="status" className="rounded-2xl border border-line bg-surface px-4 py-3">
      Loading allergies and food requests…
    </p>
  );
}
