import { type SubmitEvent, useState } from 'react';
import { LONGEST_REPORT_TEXT } from '#areas/orders/calls/deliveries.ts';
import { isEnded, DOOR_PLACES, MISSED_REASONS } from '#areas/order-book/rules/delivery.ts';
import { isNotStarted, isOnHold } from '#areas/delivery/rules/driver-reports.ts';
import type { DrivenStop } from '#areas/delivery/web/day/stop-card.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { addPhoto, removeDraftPhoto, type Tap, useDriving } from './drive-queue.ts';
import { draftPhotoOf } from '#areas/delivery/web/day/drive-said.ts';

const PLACE = 'min-h-18 rounded-xl bg-ink px-2 text-xl font-bold text-ground';
const SIDE = 'min-h-14 rounded-xl border-2 border-ink px-2 font-bold';

type StopActionsProps = {
  stop: DrivenStop;
  also: readonly DrivenStop[];
  kitchenPhone: string;
  onTell: (tap: Omit<Tap, 'deliveryId'>, text: string) => Promise<void>;
};

export function StopActions({ stop, also, kitchenPhone, onTell }: StopActionsProps) {
  const [step, setStep] = useState<
    'place' | 'other-place' | 'missed' | 'other-reason' | 'note' | 'wrong' | 'ended'
  >(isEnded(stop.status) ? 'ended' : 'place');
  const [note, setNote] = useState('');
  const [isGiven, setGiven] = useState(false);
  const isDone = isEnded(stop.status);
  const back = () => setStep(isDone ? 'wrong' : 'place');
  const corrects = (isDone && stop.reportKey) || undefined;
  const stops = namesOf([stop, ...also]);
  const deliver = (place: string) =>
    onTell(
      {
        status: 'delivered',
        place,
        note,
        corrects,
        ...(isOnHold(stop) && stop.gate === 'stop' && { confirm: ['given_held'] }),
      },
      stop.status === 'delivered' ? `${stops} left somewhere else` : `${stops} delivered`,
    );
  const miss = (reason: string) =>
    onTell({ status: 'missed', reason, note }, `${stops} not delivered`);

  if (isNotStarted(stop))
    return <p className="p-3 text-center text-xl font-semibold">Start this run first</p>;
  if (step === 'ended')
    return (
      <div className="grid auto-cols-fr grid-flow-col gap-2 p-3">
        {stop.status === 'delivered' && <PhotoButton stop={stop} />}
        {(corrects !== undefined || stop.status === 'missed') && (
          <button type="button" className={SIDE} onClick={() => setStep('wrong')}>
            Not right?
          </button>
        )}
      </div>
    );
  if (step === 'wrong')
    return (
      <WrongActions
        stop={stop}
        onNotYet={() => onTell({ status: 'out', corrects }, `${stops} not delivered yet`)}
        onPlace={() => setStep('place')}
        onBack={() => setStep('ended')}
      />
    );
  if (isOnHold(stop) && !isGiven)
    return (
      <HeldActions
        stop={stop}
        kitchenPhone={kitchenPhone}
        onBring={() => onTell({ status: 'packed' }, `${stops} brought back`)}
        onGiven={() => setGiven(true)}
      />
    );
  if (step === 'other-place')
    return (
      <Words label="Where did you leave it?" action="Delivered" onDone={deliver} onBack={back} />
    );
  if (step === 'other-reason')
    return <Words label="What happened?" action="Not delivered" onDone={miss} onBack={back} />;
  if (step === 'note')
    return (
      <Words
        label="A note for the kitchen"
        action="Keep"
        initial={note}
        isOptional
        onDone={async (words) => {
          setNote(words);
          back();
        }}
        onBack={back}
      />
    );
  if (step === 'missed')
    return (
      <MissedReasons
        onReason={(reason) => void miss(reason)}
        onOther={() => setStep('other-reason')}
        onBack={back}
      />
    );
  return (
    <div className="grid gap-2 p-3">
      {isOnHold(stop) && (
        <p className="font-semibold">
          Where is it?{stop.gate === 'stop' && ' We warn them not to eat it at once.'}
        </p>
      )}
      {isDone && <p className="font-semibold">Where did you leave it?</p>}
      {note !== '' && <p className="font-semibold">Note for the kitchen: “{note}”</p>}
      <div className="grid grid-cols-[1fr_1fr_auto] gap-2">
        <PhotoButton stop={stop} />
        <button type="button" className={SIDE} onClick={() => setStep('note')}>
          {note === '' ? '+ Note' : 'Note'}
        </button>
        {isDone ? (
          <button type="button" className={SIDE} onClick={back}>
            Back
          </button>
        ) : (
          <button type="button" className={SIDE} onClick={() => setStep('missed')}>
            Not delivered…
          </button>
        )}
      </div>
      <div className="grid grid-cols-3 gap-2">
        {DOOR_PLACES.map((place) => (
          <button key={place} type="button" className={PLACE} onClick={() => void deliver(place)}>
            {place}
          </button>
        ))}
        <button type="button" className={PLACE} onClick={() => setStep('other-place')}>
          Other…
        </button>
      </div>
    </div>
  );
}

type MissedReasonsProps = {
  onReason: (reason: string) => void;
  onOther: () => void;
  onBack: () => void;
};

function MissedReasons({ onReason, onOther, onBack }: MissedReasonsProps) {
  return (
    <div className="grid grid-cols-2 gap-2 p-3">
      {MISSED_REASONS.map((reason) => (
        <button key={reason} type="button" className={SIDE} onClick={() => onReason(reason)}>
          {reason}
        </button>
      ))}
      <button type="button" className={SIDE} onClick={onOther}>
        Other…
      </button>
      <button type="button" className="min-h-14 font-bold underline" onClick={onBack}>
        Back
      </button>
    </div>
  );
}

type WrongActionsProps = {
  stop: DrivenStop;
  onNotYet: () => Promise<void>;
  onPlace: () => void;
  onBack: () => void;
};

function WrongActions({ stop, onNotYet, onPlace, onBack }: WrongActionsProps) {
  return (
    <div className="grid gap-2 p-3">
      {stop.reportKey !== null && (
        <button type="button" className={SIDE} onClick={() => void onNotYet()}>
          Not delivered yet
        </button>
      )}
      <button type="button" className={SIDE} onClick={onPlace}>
        {stop.status === 'delivered' ? 'Left somewhere else' : 'Delivered after all'}
      </button>
      <button type="button" className="min-h-14 font-bold underline" onClick={onBack}>
        Back
      </button>
    </div>
  );
}

type HeldActionsProps = {
  stop: DrivenStop;
  kitchenPhone: string;
  onBring: () => Promise<void>;
  onGiven: () => void;
};

/** For a bag that may not be handed over. What has happened already can still be said. */
function HeldActions({ stop, kitchenPhone, onBring, onGiven }: HeldActionsProps) {
  const isCancelled = stop.gate === 'back';
  const call = (
    <a
      className={`${isCancelled ? SIDE : PLACE} grid place-items-center`}
      href={paths.phone(kitchenPhone)}
    >
      Call the kitchen
    </a>
  );
  const bring = stop.status === 'out' && (
    <button type="button" className={isCancelled ? PLACE : SIDE} onClick={() => void onBring()}>
      I’ll bring it back
    </button>
  );
  return (
    <div className="grid gap-2 p-3">
      {isCancelled ? bring : call}
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {isCancelled ? call : bring}
        <button type="button" className={SIDE} onClick={onGiven}>
          They already have it
        </button>
      </div>
    </div>
  );
}

/** "stop 12", "stops 12 and 13". */
function namesOf(stops: readonly DrivenStop[]): string {
  const numbers = stops.map(({ stop }) => String(stop));
  return `${numbers.length === 1 ? 'stop' : 'stops'} ${new Intl.ListFormat('en-AU').format(numbers)}`;
}

type WordsProps = {
  label: string;
  action: string;
  initial?: string;
  /** Empty words say something too. */
  isOptional?: boolean;
  onDone: (words: string) => Promise<void>;
  onBack: () => void;
};

function Words({ label, action, initial = '', isOptional = false, onDone, onBack }: WordsProps) {
  const [words, setWords] = useState(initial);
  const isMissing = !isOptional && words.trim() === '';
  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!isMissing) void onDone(words.trim());
  }
  return (
    <form onSubmit={submit} className="grid gap-2 p-3">
      <label className="grid gap-1 font-semibold">
        {label}
        <input
          value={words}
          onChange={({ target }) => setWords(target.value)}
          maxLength={LONGEST_REPORT_TEXT}
          className="min-h-14 rounded-xl border-2 border-ink bg-ground px-3 text-xl"
        />
      </label>
      <div className="grid grid-cols-2 gap-2">
        <button type="button" className={SIDE} onClick={onBack}>
          Back
        </button>
        <button type="submit" className={`${PLACE} disabled:opacity-50`} disabled={isMissing}>
          {action}
        </button>
      </div>
    </form>
  );
}

const BUTTON =
  'relative flex min-h-14 items-center justify-center rounded-xl border-2 border-ink px-3 font-bold';

/** Optional. Taken before the report or after it; it is sent by itself, later. */
function PhotoButton({ stop }: { stop: DrivenStop }) {
  const { photos } = useDriving();
  const hasDraft = photos.some(({ of }) => of === draftPhotoOf(stop.id));
  const isWaiting = photos.some(({ of }) => of === stop.reportKey);
  if (hasDraft)
    return (
      <button type="button" className={BUTTON} onClick={() => void removeDraftPhoto(stop.id)}>
        ✓ Photo, remove
      </button>
    );
  return (
    <label className={`${BUTTON} focus-within:outline-4`}>
      {isWaiting ? '✓ Photo, again' : '+ Photo'}
      <input
        type="file"
        accept="image/*"
        capture="environment"
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void addPhoto(stop.id, file);
          target.value = '';
        }}
      />
    </label>
  );
}
