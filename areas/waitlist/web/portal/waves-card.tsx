import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { useState } from 'react';
import type { WaveReply } from '#areas/waitlist/calls/waitlist-waves.ts';
import type { WaitlistEntryReply } from '#areas/waitlist/calls/waitlist.ts';
import { suburbsToInvite } from '#areas/waitlist/rules/invitation-wave.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import {
  sendStopWave,
  waitlistQuery,
  wavesQuery,
} from '#areas/waitlist/web/portal/waitlist-entries-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { WaveDialog } from './wave-dialog.tsx';

/** Inviting people to order, some at a time, and what became of it. */
export function WavesCard({ entries }: { entries: readonly WaitlistEntryReply[] }) {
  const { suburbs: served } = useConfig().business;
  const [isChoosing, setIsChoosing] = useState(false);
  const choices = suburbsToInvite(entries, served);
  const people = choices.reduce((sum, choice) => sum + choice.people, 0);
  return (
    <Card as="section" aria-label="Invitations" className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h3 className="text-lg">Invitations</h3>
          <p className="text-sm text-ink-soft">{describeReady(people)}</p>
        </div>
        <Button size="small" disabled={people === 0} onClick={() => setIsChoosing(true)}>
          Invite people
        </Button>
      </div>
      <Waves />
      {isChoosing && <WaveDialog choices={choices} onClose={() => setIsChoosing(false)} />}
    </Card>
  );
}

function describeReady(people: number): string {
  if (people === 0)
    return 'Everyone we deliver to has been invited, has ordered or has unsubscribed.';
  return `${people === 1 ? '1 person waits' : `${people} people wait`} in suburbs we deliver to and can be invited to order.`;
}

function Waves() {
  return (
    <Loaded query={useQuery(wavesQuery)} what="the invitations" kind="line">
      {(waves) => {
        if (waves.length === 0) return <p className="text-ink-soft">No invitations sent yet.</p>;
        return (
          <ul aria-label="Waves of invitations, newest first" className="grid gap-3">
            {waves.map((wave) => (
              <Wave key={wave.id} wave={wave} />
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}

function Wave({ wave }: { wave: WaveReply }) {
  const formatInstant = useFormatInstant();
  return (
    <li className="grid gap-1 border-l-2 border-line pl-3">
      <p className="font-semibold">
        {formatInstant(wave.createdAt)}: {wave.people === 1 ? '1 person' : `${wave.people} people`}{' '}
        in {wave.suburbs.join(', ')}
        {wave.hasPreview && ', before you open'}
      </p>
      <p>{describeWave(wave)}</p>
      <p className="text-sm break-words text-ink-soft">
        By {wave.sentBy}
        {wave.stoppedAt !== null && `, stopped ${formatInstant(wave.stoppedAt)}`}
      </p>
      {wave.failed > 0 && (
        <p className="text-sm text-danger">Failed emails can be sent again under Emails.</p>
      )}
      {wave.waiting > 0 && <StopWave wave={wave} />}
    </li>
  );
}

/** "12 sent, 1 failed, 3 ordered since". */
function describeWave(wave: WaveReply): string {
  const parts: [number, string][] = [
    [wave.sent, 'sent'],
    [wave.kept, 'saved, not sent (no mail server)'],
    [wave.waiting, 'waiting to be sent'],
    [wave.failed, 'failed'],
    [wave.takenBack, 'not sent'],
    [wave.unsubscribed, 'unsubscribed since'],
  ];
  const told = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return [...told, `${wave.ordered} ordered since`].join(', ');
}

function StopWave({ wave: { id, waiting, createdAt } }: { wave: WaveReply }) {
  const formatInstant = useFormatInstant();
  const stopping = useChange(() => sendStopWave(id), {
    refresh: [waitlistQuery],
    says: ({ takenBack }) => ({
      title: 'Invitations Stopped',
      description: `${takenBack === 1 ? '1 email was' : `${takenBack} emails were`} not sent.`,
      tone: 'success',
    }),
    toastsFailure: true,
  });
  return (
    <Button
      variant="secondary"
      size="small"
      className="justify-self-start"
      busy={stopping.isBusy}
      busyLabel="Stopping…"
      onClick={() => stopping.run()}
    >
      Stop sending ({waiting} left)
      <VisuallyHidden> of {formatInstant(createdAt)}</VisuallyHidden>
    </Button>
  );
}
