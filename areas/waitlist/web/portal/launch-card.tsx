import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SettingsReply } from '#areas/business/calls/settings.ts';
import { type Sale, saleSentence } from '#areas/business/rules/sale-state.ts';
import { formatLaunchDate, isPlainDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { settingsQuery } from '#areas/business/web/portal/settings-queries.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import { useToday } from '#areas/order-book/web/use-today.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useLaunchDate } from './use-launch-date.ts';

/** Whether the kitchen sells, in the words that customers read; for owners, who may open it earlier. */
export function LaunchCard() {
  const { data, error, isFetching, refetch } = useQuery(settingsQuery);
  const { data: week } = useQuery(orderingWeekQuery);
  const today = useToday();
  if (!data && error && !isFetching) {
    return (
      <ErrorState
        title="We couldn’t load the launch date"
        message={describeFailure(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Card as="section" aria-label="Launch" className="grid gap-3">
      <h3 className="text-lg">Launch</h3>
      {data && week && today !== null ? (
        <Launch settings={data} sale={week.sale} today={today} />
      ) : (
        <div role="status">
          <span className="sr-only">Loading the launch date</span>
          <Skeleton className="h-12 w-full" />
        </div>
      )}
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
  const [day, setDay] = useState(today);
  const { problem, setProblem, isSaving, save } = useLaunchDate(onClose);

  function confirm() {
    const isEarlier = day < settings.launchDate || !settings.ordersOpen;
    if (!isPlainDate(day) || day < today) setProblem('Please choose today or a later day');
    else if (isEarlier) save(settings, day);
    else setProblem('Please choose a day before the launch that is announced');
  }
  return (
    <ConfirmDialog
      open
      title="Open earlier?"
      confirmLabel="Open on this day"
      isDestructive={false}
      busy={isSaving}
      busyLabel="Saving…"
      onConfirm={confirm}
      onCancel={onClose}
    >
      <div className="grid gap-4">
        <DateField label="First day for orders" value={day} error={problem} onChange={setDay} />
        <p>What changes on the site from midnight of that day, or now if it is today:</p>
        <ul className="grid list-disc gap-1 pl-5">
          {OPENING.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      </div>
    </ConfirmDialog>
  );
}

const OPENING = [
  'Everyone can order. Until then the order page says when you open, and takes no orders.',
  'The landing page and the waitlist page say that you deliver, and ask people to order first.',
  'Meals on the landing page show their price and are no longer marked “Coming Soon”.',
  'No emails are sent. Invite people on the waitlist below once they can order.',
];
