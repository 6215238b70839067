import { type ReactNode, useId } from 'react';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useOrder } from './order-context.tsx';
import type { Step } from './order-steps.ts';
import { PersonName } from '#platform/web/ui/person-name.tsx';
import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { missedDietsText } from '#areas/needs/rules/unite-people.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

type SummarySectionProps = {
  title: string;
  /** The link to where it can be changed. */
  edits?: readonly { step: Step; label: string }[];
  children: ReactNode;
};

/** A part of the summary, with a link to where it can be changed. */
export function SummarySection({ title, edits = [], children }: SummarySectionProps) {
  const { goTo } = useOrder();
  const titleId = useId();
  return (
    <Card as="section" aria-labelledby={titleId} className="grid max-w-3xl gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 id={titleId} className="text-xl">
          {title}
        </h2>
        <span className="-mx-4 flex">
          {edits.map(({ step, label }) => (
            <Button key={step} variant="quiet" size="small" onClick={() => goTo(step)}>
              {label}
            </Button>
          ))}
        </span>
      </div>
      {children}
    </Card>
  );
}

/** Meals against a diet: allowed, and said once more before paying. */
export function DietWarnings({ warnings }: { warnings: QuoteReply['dietWarnings'] }) {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warning" title="Not everything fits everyone’s diet">
      <ul className="list-disc pl-5">
        {warnings.map(({ personName, mealId, mealName, diets }, index) => (
          <li key={`${personName} ${mealId} ${index}`}>
            {mealName} for <PersonName name={personName} />: {missedDietsText(diets)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
