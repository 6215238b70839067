import { type SubmitEvent, useState } from 'react';
import { LONGEST_REPORT_TEXT } from '#contract/delivery/deliveries.ts';
import { DOOR_PLACES, MISSED_REASONS } from '#domain/delivery/at-the-door.ts';
import type { DrivenStop } from './driven-stop.ts';
import { PhotoButton } from './photo-button.tsx';
import type { Tap } from './queue/stored-reports.ts';

const PLACE = 'min-h-18 rounded-xl bg-ink px-2 text-xl font-bold text-ground';
const SIDE = 'min-h-14 rounded-xl border-2 border-ink px-3 font-bold';

type StopActionsProps = {
  stop: DrivenStop;
  onTell: (tap: Omit<Tap, 'deliveryId'>, text: string) => Promise<void>;
};

/** In the thumb's reach. The place where the bags were left is the tap that says they were delivered. */
export function StopActions({ stop, onTell }: StopActionsProps) {
  const [step, setStep] = useState<'place' | 'other-place' | 'missed' | 'other-reason'>('place');
  const back = () => setStep('place');
  const deliver = (place: string) =>
    onTell({ status: 'delivered', place }, `stop ${stop.stop} delivered`);
  const miss = (reason: string) =>
    onTell({ status: 'missed', reason }, `stop ${stop.stop} not delivered`);

  if (stop.status === 'delivered')
    return (
      <div className="p-3">
        <PhotoButton stop={stop} />
      </div>
    );
  if (step === 'other-place')
    return (
      <Words label="Where did you leave it?" action="Delivered" onDone={deliver} onBack={back} />
    );
  if (step === 'other-reason')
    return <Words label="What happened?" action="Not delivered" onDone={miss} onBack={back} />;
  if (step === 'missed')
    return (
      <div className="grid grid-cols-2 gap-2 p-3">
        {MISSED_REASONS.map((reason) => (
          <button key={reason} type="button" className={SIDE} onClick={() => void miss(reason)}>
            {reason}
          </button>
        ))}
        <button type="button" className={SIDE} onClick={() => setStep('other-reason')}>
          Other…
        </button>
        <button type="button" className="min-h-14 font-bold underline" onClick={back}>
          Back
        </button>
      </div>
    );
  const isMissed = stop.status === 'missed';
  return (
    <div className="grid gap-2 p-3">
      {isMissed && <p className="font-semibold">Delivered after all?</p>}
      <div className="grid grid-cols-2 gap-2">
        <PhotoButton stop={stop} />
        {!isMissed && (
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

type WordsProps = {
  label: string;
  action: string;
  onDone: (words: string) => Promise<void>;
  onBack: () => void;
};

function Words({ label, action, onDone, onBack }: WordsProps) {
  const [words, setWords] = useState('');
  const isMissing = words.trim() === '';
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
