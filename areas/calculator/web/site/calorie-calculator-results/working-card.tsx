import type { ReactNode } from 'react';
import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import { NUTRITION_SOURCES } from '#areas/calculator/rules/nutrition-sources.ts';
import { showWorking } from '#areas/calculator/rules/working.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { Advice } from './advice.ts';

type WorkingCardProps = { profile: CalculatorProfile; advice: Advice; adjustment: number };

/** The explanation; formulas, inputs and sources are one tap away. */
export function WorkingCard({ profile, advice, adjustment }: WorkingCardProps) {
  const { adviser } = useConfig();
  const { paragraphs, source, recommendation } = advice;
  return (
    <Card as="section" padding="large" aria-labelledby="why" className="grid gap-4">
      <h3 id="why" className="text-xl">
        Why these numbers
      </h3>
      <div className="grid max-w-prose gap-3">
        {paragraphs.slice(1).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <p className="text-sm text-ink-soft">{describeSource(source, adviser)}</p>
      <Disclosure title="Formulas and your numbers">
        <dl className="grid gap-3">
          {showWorking(profile, recommendation, adjustment).map(({ what, how }) => (
            <div key={what}>
              <dt className="font-semibold">{what}</dt>
              <dd className="break-words tabular-nums">{how}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
      <Disclosure title="Sources">
        <ul className="grid gap-3">
          {NUTRITION_SOURCES.map(({ subject, formula, citation, url }) => (
            <li key={subject}>
              <p className="font-semibold">{subject}</p>
              <p>{formula}</p>
              <a href={url} rel="noreferrer" className="text-primary underline">
                {citation}
              </a>
            </li>
          ))}
        </ul>
      </Disclosure>
    </Card>
  );
}

function describeSource(source: Advice['source'], adviser: { name: string } | null): string {
  if (source === 'model') {
    return `Written by ${adviser?.name ?? 'a language service'}; the numbers are ours and were checked.`;
  }
  if (source === 'browser') return 'Worked out in your browser, with the same formulas.';
  return 'Our own words and formulas; no AI was used.';
}

function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group border-t border-line pt-2">
      <summary className="flex min-h-11 items-center justify-between gap-2 font-semibold text-primary">
        {title}
        <span aria-hidden="true" className="transition-transform group-open:rotate-45">
          +
        </span>
      </summary>
      <div className="pt-2 text-sm">{children}</div>
    </details>
  );
}
