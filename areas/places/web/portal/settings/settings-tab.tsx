import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { settingsQuery } from '#areas/business/web/portal/settings-queries.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { SettingsForm } from './settings-form.tsx';

/** Everything an owner may say about the business. */
export function SettingsTab() {
  return (
    <section className="grid gap-5 py-5">
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
      <Loaded query={useQuery(settingsQuery)} what="the settings" kind="form">
        {(saved) => <SettingsForm saved={saved} />}
      </Loaded>
    </section>
  );
}
