import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { settingsQuery } from '#areas/business/web/portal/settings-queries.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { SettingsForm } from './settings-form.tsx';
import { sectionsWith } from './settings-parts.ts';

/** Everything an owner may say about the business. */
export function SettingsTab() {
  const settings = useQuery(settingsQuery);
  const [params] = useSearchParams();
  return (
    <section className="grid gap-5 py-5" aria-busy={settings.isFetching}>
      <p className="max-w-2xl text-ink-soft">
        The facts of your business. Pages, emails, labels and prices follow as soon as you save.
      </p>
      {settings.data && (
        <SettingsForm saved={settings.data} sections={sectionsWith(params.get('section'))} />
      )}
      {!settings.data && settings.isError && (
        <ErrorState
          title="We couldn’t load the settings"
          message={describeFailure(settings.error)}
          onRetry={() => void settings.refetch()}
        />
      )}
      {settings.isPending && (
        <div role="status" className="grid gap-5">
          <span className="sr-only">Loading the settings</span>
          <Skeleton className="h-96 w-full" />
          <Skeleton className="h-64 w-full" />
        </div>
      )}
    </section>
  );
}
