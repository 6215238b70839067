import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ServedSuburb } from '#domain/business.ts';
import { LONGEST_SUBURB, servedSuburbsFor } from '#domain/delivery/served-suburbs.ts';
import { OneFieldForm } from '#web/ui/form/one-field-form.tsx';
import { paths } from './paths.ts';

// Both are loaded with the first question: most visitors never ask.
const SuburbAnswer = lazy(async () => ({
  default: (await import('./suburb-answer.tsx')).SuburbAnswer,
}));
const loadSpelling = () => import('#domain/delivery/nearest-suburb.ts');

type SuburbCheckProps = { label: string; suburbs: readonly ServedSuburb[] };

/** Asks for a suburb or postcode and says if we deliver there; elsewhere leads to the waitlist. */
export function SuburbCheck({ label, suburbs }: SuburbCheckProps) {
  const navigate = useNavigate();
  const [served, setServed] = useState<readonly ServedSuburb[]>([]);
  const [near, setNear] = useState<{ asked: string; suburb: ServedSuburb } | null>(null);

  function joinWaitlist(suburb: string) {
    void navigate(paths.waitlist({ suburb }));
  }

  async function answer(text: string) {
    const asked = text.trim();
    const found = servedSuburbsFor(asked, suburbs);
    setServed(found);
    setNear(null);
    if (found.length > 0) return;
    const suburb = await loadSpelling().then(
      ({ nearestSuburb }) => nearestSuburb(asked, suburbs),
      () => undefined,
    );
    if (suburb) setNear({ asked, suburb });
    else joinWaitlist(asked);
  }

  return (
    <div className="grid gap-2">
      <OneFieldForm
        label={label}
        action={paths.suburbCheck()}
        name="suburb"
        placeholder="Suburb or postcode"
        autoComplete="postal-code"
        maxLength={LONGEST_SUBURB}
        buttonLabel="Check"
        onSend={(text) => void answer(text)}
      />
      <div role="status">
        {(near || served.length > 0) && (
          <Suspense>
            <SuburbAnswer
              served={served}
              near={near}
              onMeant={(suburb) => {
                setServed([suburb]);
                setNear(null);
              }}
              onElsewhere={joinWaitlist}
            />
          </Suspense>
        )}
      </div>
    </div>
  );
}
