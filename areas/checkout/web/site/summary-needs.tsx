import { hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { NEEDS_TITLE } from '#areas/needs/rules/food-needs-text.ts';
import { NeedsList } from '#areas/needs/web/needs-list.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useOrder } from './order-context.tsx';
import { SummarySection } from './summary-section.tsx';

/** The last look before paying at what nobody may find on their plate; staff read it out. */
export function SummaryNeeds() {
  const { draft, facts, goTo } = useOrder();
  return (
    <SummarySection title={NEEDS_TITLE} edits={[{ step: 1, label: 'Edit needs' }]}>
      <NeedsList
        people={draft.people}
        instructions={draft.customer.specialInstructions}
        phone={facts.phone}
        action={(person) =>
          !hasFoodNeeds(person) && (
            <Button variant="quiet" size="small" onClick={() => goTo(1)}>
              Add<span className="sr-only"> what {person.name} can’t have</span>
            </Button>
          )
        }
      />
    </SummarySection>
  );
}
