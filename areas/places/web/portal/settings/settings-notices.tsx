import type { LostBookings, SettingsReply } from '#areas/business/calls/settings.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { LostBookingsList } from './lost-bookings.tsx';

type SettingsNoticesProps = {
  saved: SettingsReply;
  overtakenBy: SettingsReply | null;
  lost: readonly LostBookings[];
};

/** What happened to the settings other than by this form. */
export function SettingsNotices({ saved, overtakenBy, lost }: SettingsNoticesProps) {
  const formatInstant = useFormatInstant();
  return (
    <>
      {saved.problems !== null && (
        <Notice tone="error" title="The settings in the database are wrong">
          <p>
            The last good settings are in force and shown below. Save them to replace the others.
          </p>
          <ul className="list-disc pl-5 break-words">
            {Object.entries(saved.problems).map(([path, message]) => (
              <li key={path}>
                {path}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {overtakenBy && (
        <Notice tone="warning" announce="now" title="Someone else saved the settings">
          <p>
            {overtakenBy.changedBy ?? 'Someone with access to the database'} saved them on{' '}
            {formatInstant(overtakenBy.changedAt)}. Your changes are kept: check them and save
            again.
          </p>
        </Notice>
      )}
      {lost.length > 0 && (
        <Notice
          tone="warning"
          announce="now"
          title="Saved. Some customers booked when you don’t deliver"
        >
          <p>Choose what becomes of their deliveries. Until then, Today lists them.</p>
          <LostBookingsList lost={lost} isSaved />
        </Notice>
      )}
    </>
  );
}
