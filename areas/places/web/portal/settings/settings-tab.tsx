import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { settingsQuery } from '#areas/business/web/portal/settings-queries.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { SettingsForm } from './settings-form.tsx';
import { sectionsWith } from './settings-parts.ts';

/** Everything an owner may say about the business. */
export function SettingsTab() {
  const [params] = useSearchParams();
  return (
    <section className="grid gap-5 py-5">
      <p className="max-w-2xl text-ink-soft">
        The facts of your business. Pages, emails, labels and prices follow as soon as you save.
      </p>
      <Loaded query={useQuery(settingsQuery)} what="the settings" kind="form">
        {(saved) => <SettingsForm saved={saved} sections={sectionsWith(params.get('section'))} />}
      </Loaded>
    </section>
  );
}
