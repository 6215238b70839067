import { needsSentence } from '#areas/needs/rules/food-needs-text.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useOrder } from './order-context.tsx';
import { SummarySection } from './summary-section.tsx';

/** The last look before paying at what nobody may find on their plate. */
export function SummaryNeeds() {
  const { draft, facts, goTo } = useOrder();
  const instructions = draft.customer.specialInstructions.trim();
  return (
    <SummarySection title="Who can’t have what" edits={[{ step: 1, label: 'Edit needs' }]}>
      <ul className="grid gap-1">
        {draft.people.map(({ name, ...needs }) => {
          const said = needsSentence(needs);
          return (
            <li key={name} className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
              <span>
                <strong>{name}</strong>
                {said === '' ? ': nothing noted' : ` ${said}`}
              </span>
              {said === '' && (
                <Button variant="quiet" size="small" onClick={() => goTo(1)}>
                  Add<span className="sr-only"> what {name} can’t have</span>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {instructions !== '' && <p className="whitespace-pre-line">You wrote: “{instructions}”</p>}
      <p className="text-sm text-ink-soft">
        Checked against each meal’s ingredients. Traces are possible. Call us about anything severe:{' '}
        <a href={paths.phone(facts.phone)} className="whitespace-nowrap underline">
          {facts.phone}
        </a>
      </p>
    </SummarySection>
  );
}
