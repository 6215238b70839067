import { useChange } from '#platform/web/api/use-change.ts';
import type { WaitlistEntryReply } from '#areas/waitlist/calls/waitlist.ts';
import { invitationStateOf, isServedPerson } from '#areas/waitlist/rules/invitation-wave.ts';
import { formatJoined } from '#areas/waitlist/rules/waitlist-summary.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import {
  sendServedMark,
  waitlistQuery,
} from '#areas/waitlist/web/portal/waitlist-entries-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';

type EntryCellProps = { entry: WaitlistEntryReply };

export function SuburbCell({ entry }: EntryCellProps) {
  const { suburbs } = useConfig().business;
  return (
    <>
      {entry.suburb}
      <span className="block text-sm text-ink-soft">
        {isServedPerson(entry, suburbs) ? 'Served' : 'Not served'}
        {entry.servedMark !== null && ', marked by staff'}
      </span>
    </>
  );
}

/** A tap marks the opposite of what is shown; the same as the suburb says needs no mark. */
export function ServedButton({ entry }: EntryCellProps) {
  const { suburbs } = useConfig().business;
  const isServed = isServedPerson(entry, suburbs);
  const isServedBySuburb = isServedPerson({ ...entry, servedMark: null }, suburbs);
  const marking = useChange(
    () => sendServedMark(entry.id, isServed === isServedBySuburb ? !isServed : null),
    { refresh: [waitlistQuery], toastsFailure: true },
  );
  return (
    <Button
      variant="quiet"
      size="small"
      className="max-md:-ml-4 max-md:min-h-11"
      busy={marking.isBusy}
      busyLabel="Marking…"
      onClick={() => marking.run()}
    >
      {isServed ? 'Mark not served' : 'Mark served'}
      <VisuallyHidden> {entry.name ?? entry.email}</VisuallyHidden>
    </Button>
  );
}

const STATUS_WORDS = { waiting: 'Waiting', ordered: 'Ordered', unsubscribed: 'Unsubscribed' };

const INVITATION_WORDS = {
  waiting: 'Invitation on its way',
  kept: 'Invitation saved, not sent',
  failed: 'Invitation failed',
};

export function StatusCell({ entry }: EntryCellProps) {
  const { timeZone } = useConfig().business;
  const { invitation } = entry;
  const state = invitationStateOf(entry);
  const joined = (at: string) => formatJoined(Date.parse(at), timeZone);
  const invited =
    invitation &&
    (invitation.state === 'sent'
      ? `Invited ${joined(invitation.at)}`
      : INVITATION_WORDS[invitation.state]);
  if (state === 'invited') return invited;
  return (
    <>
      {state === 'ordered' && entry.orderedAt !== null
        ? `Ordered ${joined(entry.orderedAt)}`
        : STATUS_WORDS[state]}
      {invited && <span className="block text-sm text-ink-soft">{invited}</span>}
    </>
  );
}
