import { lazy, Suspense, useState } from 'react';
import type { ServedSuburb } from '#areas/business/rules/fact-lists.ts';
import { LONGEST_SUBURB } from '#areas/business/rules/longest-suburb.ts';
import { OneFieldForm } from '#platform/web/ui/form/one-field-form.tsx';
import { paths } from '#platform/web/navigation/paths.ts';

// Loaded with the first question: most visitors never ask.
const SuburbAnswer = lazy(async () => ({
  default: (await import('./suburb-answer.tsx')).SuburbAnswer,
}));

type SuburbCheckProps = { label: string; suburbs: readonly ServedSuburb[] };

/** Asks for a suburb or postcode and says if we deliver there; elsewhere leads to the waitlist. */
export function SuburbCheck({ label, suburbs }: SuburbCheckProps) {
  const [asked, setAsked] = useState('');
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
        onSend={(text) => setAsked(text.trim())}
      />
      <div aria-live="polite">
        {asked && (
          <Suspense>
            <SuburbAnswer key={asked} asked={asked} suburbs={suburbs} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
