import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { settingsQuery } from '#areas/business/web/portal/settings-queries.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { SettingsForm } from './settings-form.tsx';

/** Everything an owner may say about the business. */
export function SettingsTab() {
  const settings = useQuery(settingsQuery);
  return (
    <section className="grid gap-5 py-5" aria-busy={settings.isFetching}>
      <div className="grid grid-cols-1 gap-2">
        <h2 className="text-xl">Settings</h2>
        <p className="max-w-2xl text-ink-soft">
          The facts of your business. Pages, emails, labels and prices follow as soon as you save.
        </p>
        <Link
          to={paths.admin({ tab: 'mail', section: 'texts' })}
          className="inline-flex min-h-11 items-center justify-self-start font-semibold underline underline-offset-4"
        >
          Change the texts of messages
        </Link>
      </div>
      {settings.data && <SettingsForm saved={settings.data} />}
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
