import { useId } from 'react';
import type { WavePreview } from '#areas/waitlist/calls/waitlist-waves.ts';
import { formatJoined } from '#areas/waitlist/rules/waitlist-summary.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';

/** Suburbs with people who may be invited. */
export type SuburbChoices = readonly { suburb: string; people: number }[];

type SuburbChoiceProps = {
  choices: SuburbChoices;
  suburbs: readonly string[];
  error: string | undefined;
  onToggle: (suburb: string) => void;
};

export function SuburbChoice({ choices, suburbs, error, onToggle }: SuburbChoiceProps) {
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

/** Who gets an email, and what it says. */
export function WavePreviewText({ preview: { people, mail } }: { preview: WavePreview }) {
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
