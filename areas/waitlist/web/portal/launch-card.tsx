import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SettingsReply } from '#areas/business/calls/settings.ts';
import { formatLaunchDate, isPlainDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { settingsQuery } from '#areas/business/web/portal/settings-queries.ts';
import { useToday } from '#areas/order-book/web/use-today.ts';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useLaunchDate } from './use-launch-date.ts';

/** Whether the site says that we deliver, or announces the launch; for owners, who may change it. */
export function LaunchCard() {
  const { data, error, isFetching, refetch } = useQuery(settingsQuery);
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
      {data && today !== null ? (
        <Launch settings={data} today={today} />
      ) : (
        <div role="status">
          <span className="sr-only">Loading the launch date</span>
          <Skeleton className="h-12 w-full" />
        </div>
      )}
    </Card>
  );
}

function Launch({ settings, today }: { settings: SettingsReply; today: PlainDate }) {
  const [isAsking, setIsAsking] = useState(false);
  const { launchDate } = settings;
  const isOpen = launchDate <= today;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>
        {isOpen
          ? `Open since ${formatLaunchDate(launchDate)}: the site says that you deliver.`
          : `Before launch: the site announces ${formatLaunchDate(launchDate)}.`}
      </p>
      <Button
        variant={isOpen ? 'secondary' : 'primary'}
        size="small"
        onClick={() => setIsAsking(true)}
      >
        {isOpen ? 'Back to before launch' : 'Open for orders now'}
      </Button>
      {isAsking && (
        <LaunchDialog
          settings={settings}
          today={today}
          isOpening={!isOpen}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

type LaunchDialogProps = {
  settings: SettingsReply;
  today: PlainDate;
  isOpening: boolean;
  onClose: () => void;
};

/** What changes on the site, before it does. */
function LaunchDialog({ settings, today, isOpening, onClose }: LaunchDialogProps) {
  const [later, setLater] = useState('');
  const { problem, setProblem, isSaving, save } = useLaunchDate(onClose);

  function confirm() {
    if (isOpening) save(settings, today);
    else if (!isPlainDate(later) || later <= today) setProblem('Please choose a day after today');
    else save(settings, later);
  }
  return (
    <ConfirmDialog
      open
      title={isOpening ? 'Open for orders now?' : 'Go back to before launch?'}
      confirmLabel={isOpening ? 'Open for orders' : 'Announce this day'}
      isDestructive={false}
      busy={isSaving}
      busyLabel="Saving…"
      onConfirm={confirm}
      onCancel={onClose}
    >
      <div className="grid gap-4">
        {!isOpening && (
          <DateField label="Launch day" value={later} error={problem} onChange={setLater} />
        )}
        <p>What changes on the site:</p>
        <ul className="grid list-disc gap-1 pl-5">
          {(isOpening ? OPENING : CLOSING).map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
        {isOpening && problem !== null && (
          <p role="alert" className="font-semibold text-danger">
            {problem}
          </p>
        )}
      </div>
    </ConfirmDialog>
  );
}

const OPENING = [
  'The landing page and the waitlist page say that you deliver, and ask people to order first.',
  'Meals on the landing page show their price and are no longer marked “Coming Soon”.',
  'No emails are sent. Invite people on the waitlist below.',
];

const CLOSING = [
  'The landing page and the waitlist page announce the day, and ask people to join the waitlist.',
  'Meals on the landing page are marked “Coming Soon”.',
  'The order page stays open for people who know its address, such as those you invited.',
];
