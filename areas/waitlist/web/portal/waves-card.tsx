import { call } from '#platform/web/api/client.ts';
import { useQuery } from '@tanstack/react-query';
import { ChangeButton } from '#platform/web/portal/change-button.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { useState, useId } from 'react';
import {
  type WaveReply,
  type WaveConflict,
  type WavePreview,
  sendWave,
  stopWave,
} from '#areas/waitlist/calls/waitlist-waves.ts';
import type { WaitlistEntryReply } from '#areas/waitlist/calls/waitlist.ts';
import {
  suburbsToInvite,
  WAVE_PEOPLE,
  WAVE_PEOPLE_MESSAGE,
  WAVE_SUBURBS_MESSAGE,
} from '#areas/waitlist/rules/invitation-wave.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { waitlistQuery, wavesQuery } from '#areas/waitlist/web/portal/waitlist-entries-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { problemsIn, conflictIn } from '#platform/web/api/failure.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { newKey } from '#platform/web/kept-new-key.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { formatJoined } from '#areas/waitlist/rules/waitlist-summary.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { isOpenToPublic } from '#areas/business/rules/sale-state.ts';
import { lastPreviewDay } from '#areas/order-book/rules/preview-links.ts';
import { useToday } from '#areas/order-book/web/ordering-queries.ts';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';

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
        <p className="text-sm text-danger">Failed emails can be sent again in Messages.</p>
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
  const stopping = useChange(() => call(stopWave, { params: { id: String(id) } }), {
    refresh: [waitlistQuery],
    says: ({ takenBack }) => ({
      title: 'Invitations Stopped',
      description: `${takenBack === 1 ? '1 email was' : `${takenBack} emails were`} not sent.`,
    }),
    toastsFailure: true,
  });
  return (
    <ChangeButton
      change={stopping}
      variant="secondary"
      className="justify-self-start"
      busyLabel="Stopping…"
    >
      Stop sending ({waiting} left)
      <VisuallyHidden> of {formatInstant(createdAt)}</VisuallyHidden>
    </ChangeButton>
  );
}

const FIRST_PEOPLE = 20;

/** Chooses suburbs and how many people, shows who and what they read, and sends just that. */
export function WaveDialog({ choices, onClose }: { choices: SuburbChoices; onClose: () => void }) {
  const [key] = useState(newKey);
  const [suburbs, setSuburbs] = useState<readonly string[]>([]);
  const [people, setPeople] = useState(String(FIRST_PEOPLE));
  const [early, setEarly] = useState<EarlyAccess | null>(null);
  const [problems, setProblems] = useState<FieldErrors>({});
  /** Null: still choosing. */
  const [preview, setPreview] = useState<WavePreview | null>(null);
  const chosen = {
    key,
    suburbs: [...suburbs],
    people: Number(people),
    ...(early && { preview: { endsOn: early.endsOn, mostOrders: Number(early.mostOrders) } }),
  };
  const count = preview?.people.length ?? 0;
  const asking = useChange(() => call(sendWave, { body: { ...chosen, dryRun: true } }), {
    onDone: (reply) => setPreview(reply.preview),
  });
  const sending = useChange(
    (previewHash: string) => call(sendWave, { body: { ...chosen, previewHash } }),
    {
      refresh: [waitlistQuery],
      says: () => ({
        title: 'Invitations Sent',
        description: `${count === 1 ? '1 email is' : `${count} emails are`} on the way.`,
      }),
      onDone: onClose,
      onFailure(failure) {
        const changed = conflictIn<WaveConflict>(failure, ['preview_changed']);
        if (changed) setPreview(changed.preview);
        else if (failure.is === 'fields') setPreview(null);
      },
    },
  );
  const failure = sending.failure ?? asking.failure;
  const errors = { ...problemsIn(failure), ...problems };

  function ask() {
    const found = problemsOf(suburbs, people);
    setProblems(found);
    if (Object.keys(found).length === 0) asking.run();
  }
  function chooseAgain() {
    setPreview(null);
    asking.reset();
    sending.reset();
  }
  function toggle(suburb: string) {
    setProblems({});
    setSuburbs((before) =>
      before.includes(suburb) ? before.filter((name) => name !== suburb) : [...before, suburb],
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      bodyLabel={preview ? 'Who is invited, and their email' : undefined}
      title={preview ? 'Send these invitations?' : 'Invite people to order'}
      actions={
        preview ? (
          <>
            <Button variant="secondary" size="small" onClick={chooseAgain}>
              Choose again
            </Button>
            <ChangeButton
              change={sending}
              given={preview.previewHash}
              variant="primary"
              disabled={count === 0}
              busyLabel="Sending…"
            >
              Send {count === 1 ? '1 invitation' : `${count} invitations`}
            </ChangeButton>
          </>
        ) : (
          <>
            <Button variant="secondary" size="small" onClick={onClose}>
              Cancel
            </Button>
            <Button size="small" busy={asking.isBusy} busyLabel="Choosing…" onClick={ask}>
              Preview
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-5">
        {failure && failure.is !== 'fields' && (
          <Notice tone="warning" announce="polite" title={failure.message} />
        )}
        {preview ? (
          <WavePreviewText preview={preview} />
        ) : (
          <>
            <SuburbChoice
              choices={choices}
              suburbs={suburbs}
              error={errors['suburbs']}
              onToggle={toggle}
            />
            <TextField
              label="How many people at most"
              hint="Those who joined first are invited first."
              inputMode="numeric"
              value={people}
              error={errors['people'] ?? null}
              onChange={({ target }) => setPeople(target.value)}
            />
            <EarlyAccessChoice early={early} errors={errors} onChange={setEarly} />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** As typed. */
type EarlyAccess = { endsOn: string; mostOrders: string };

type EarlyAccessChoiceProps = {
  /** Null: without a link. */
  early: EarlyAccess | null;
  errors: FieldErrors;
  onChange: (early: EarlyAccess | null) => void;
};

/** Before the launch, for anyone who may make preview links: those invited order before everyone else. */
function EarlyAccessChoice({ early, errors, onChange }: EarlyAccessChoiceProps) {
  const mayMakeLinks = useMayDo('manageSettings');
  const { sale } = useConfig();
  const today = useToday();
  if (!mayMakeLinks || isOpenToPublic(sale) || today === null) return null;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">Before you open</legend>
      <div>
        <CheckChip
          checked={early !== null}
          onToggle={() =>
            onChange(early ? null : { endsOn: lastPreviewDay(today), mostOrders: '20' })
          }
        >
          Their email has a link to order already
        </CheckChip>
      </div>
      {errors['preview'] !== undefined && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {errors['preview']}
        </p>
      )}
      {early && (
        <>
          <DateField
            label="Last day"
            value={early.endsOn}
            error={errors['preview.endsOn'] ?? null}
            onChange={(endsOn) => onChange({ ...early, endsOn })}
          />
          <TextField
            label="Most orders"
            hint="Everyone with this link together. You can end it under Going live."
            inputMode="numeric"
            value={early.mostOrders}
            error={errors['preview.mostOrders'] ?? null}
            onChange={({ target }) => onChange({ ...early, mostOrders: target.value })}
          />
        </>
      )}
    </fieldset>
  );
}

function problemsOf(suburbs: readonly string[], people: string): FieldErrors {
  const isCount =
    /^\d{1,4}$/.test(people.trim()) &&
    Number(people) >= WAVE_PEOPLE.min &&
    Number(people) <= WAVE_PEOPLE.max;
  return {
    ...(suburbs.length === 0 && { suburbs: WAVE_SUBURBS_MESSAGE }),
    ...(!isCount && { people: WAVE_PEOPLE_MESSAGE }),
  };
}

type SuburbChoices = readonly { suburb: string; people: number }[];

type SuburbChoiceProps = {
  choices: SuburbChoices;
  suburbs: readonly string[];
  error: string | undefined;
  onToggle: (suburb: string) => void;
};

function SuburbChoice({ choices, suburbs, error, onToggle }: SuburbChoiceProps) {
  const id = useId();
  return (
    <fieldset className="grid gap-2" aria-describedby={error === undefined ? undefined : id}>
      <legend className="mb-2 font-semibold">Suburbs</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ suburb, people }) => (
          <CheckChip
            key={suburb}
            checked={suburbs.includes(suburb)}
            onToggle={() => onToggle(suburb)}
          >
            {suburb} ({people})
          </CheckChip>
        ))}
      </div>
      {error !== undefined && (
        <p id={id} role="alert" className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function WavePreviewText({ preview: { people, mail } }: { preview: WavePreview }) {
  const { timeZone } = useConfig().business;
  if (!mail) return <p>Nobody in these suburbs is waiting for an invitation any more.</p>;
  return (
    <>
      <section className="grid gap-2" aria-label="Who is invited">
        <h3 className="font-semibold">
          {people.length === 1 ? '1 person' : `${people.length} people`}
        </h3>
        <ol className="grid max-h-52 gap-1.5 overflow-y-auto rounded-xl border border-line p-3">
          {people.map(({ id, name, email, suburb, joinedAt }) => (
            <li key={id} className="text-sm break-words">
              {name !== null && <strong>{name} </strong>}
              {email}, {suburb}, joined {formatJoined(Date.parse(joinedAt), timeZone)}
            </li>
          ))}
        </ol>
      </section>
      <section className="grid gap-2" aria-label="Their email">
        <h3 className="font-semibold">Email: {mail.subject}</h3>
        <p className="rounded-xl border border-line bg-sunken p-3 text-sm break-words whitespace-pre-wrap">
          {mail.text}
        </p>
        <p className="text-sm text-ink-soft">
          Each person’s email has their own name, suburb and unsubscribe link.
        </p>
      </section>
    </>
  );
}
