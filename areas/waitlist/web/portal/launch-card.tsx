import { useQuery, useQueryClient } from '@tanstack/react-query';
import { conflictIn } from '#platform/web/api/failure.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { useState } from 'react';
import type { SettingsConflict, SettingsReply } from '#areas/business/calls/settings.ts';
import { type Sale, saleSentence } from '#areas/business/rules/sale-state.ts';
import { formatLaunchDate, isPlainDate, type PlainDate } from '#platform/rules/plain-date.ts';
import {
  fetchSettingsPreview,
  sendSettings,
  settingsQuery,
} from '#areas/business/web/portal/settings-queries.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import { useToday } from '#areas/order-book/web/use-today.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

/** Whether the kitchen sells, in the words that customers read; for owners, who may open it earlier. */
export function LaunchCard() {
  const { data: week } = useQuery(orderingWeekQuery);
  const today = useToday();
  return (
    <Card as="section" aria-label="Launch" className="grid gap-3">
      <h3 className="text-lg">Launch</h3>
      <Loaded query={useQuery(settingsQuery)} what="the launch date" kind="line">
        {(settings) =>
          week && today !== null && <Launch settings={settings} sale={week.sale} today={today} />
        }
      </Loaded>
    </Card>
  );
}

type LaunchProps = { settings: SettingsReply; sale: Sale; today: PlainDate };

function Launch({ settings, sale, today }: LaunchProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>
        {sale.state === 'open'
          ? `Open since ${formatLaunchDate(settings.launchDate)}: customers can order.`
          : saleSentence(sale, settings)}
      </p>
      {sale.state === 'before' ? (
        <Button size="small" onClick={() => setIsAsking(true)}>
          Open earlier…
        </Button>
      ) : (
        <Link
          to={paths.admin({
            tab: 'settings',
            section: sale.state === 'open' ? 'When' : 'Launch and waitlist',
          })}
          className={buttonClass('secondary', 'small')}
        >
          {sale.state === 'open' ? 'When you are closed' : 'Open earlier…'}
        </Link>
      )}
      {isAsking && (
        <OpenDialog settings={settings} today={today} onClose={() => setIsAsking(false)} />
      )}
    </div>
  );
}

type OpenDialogProps = { settings: SettingsReply; today: PlainDate; onClose: () => void };

/** What changes on the site, before it does. */
function OpenDialog({ settings, today, onClose }: OpenDialogProps) {
  const client = useQueryClient();
  const saving = useForm({
    initial: { launchDate: today },
    check: ({ launchDate: day }) => {
      const isEarlier = day < settings.launchDate || !settings.ordersOpen;
      if (!isPlainDate(day) || day < today)
        return { launchDate: 'Please choose today or a later day' };
      return isEarlier
        ? {}
        : { launchDate: 'Please choose a day before the launch that is announced' };
    },
    // As Settings would: checked, kept as a version, and in the audit trail.
    async send({ launchDate }) {
      const facts = { ...settings, launchDate, ordersOpen: true };
      const { previewHash } = await fetchSettingsPreview(settings.version, facts);
      return sendSettings(settings.version, facts, previewHash);
    },
    refresh: [{ queryKey: orderingWeekQuery.queryKey }],
    says: () => ({
      title: 'Launch Date Saved',
      description: 'Pages opened from now on show it.',
      tone: 'success',
    }),
    onDone({ settings: saved }) {
      if (saved) client.setQueryData(settingsQuery.queryKey, saved);
      onClose();
    },
    onFailure(failure) {
      const stale = conflictIn<SettingsConflict>(failure, ['settings_stale']);
      if (stale?.code === 'settings_stale')
        client.setQueryData(settingsQuery.queryKey, stale.settings);
    },
  });
  return (
    <ActionDialog
      title="Open earlier?"
      act="Open on this day"
      busyLabel="Saving…"
      change={saving}
      go={saving.submit}
      onClose={onClose}
    >
      <DateField
        label="First day for orders"
        value={saving.values.launchDate}
        error={saving.errors['launchDate'] ?? null}
        onChange={(launchDate) => saving.set({ launchDate })}
      />
      <p>What changes on the site from midnight of that day, or now if it is today:</p>
      <ul className="grid list-disc gap-1 pl-5">
        {OPENING.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </ActionDialog>
  );
}

const OPENING = [
  'Everyone can order. Until then the order page says when you open, and takes no orders.',
  'The landing page and the waitlist page say that you deliver, and ask people to order first.',
  'Meals on the landing page show their price and are no longer marked “Coming Soon”.',
  'No emails are sent. Invite people on the waitlist below once they can order.',
];
