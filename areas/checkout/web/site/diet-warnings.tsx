import { PersonName } from '#areas/order-book/web/person-name.tsx';
import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { missedDietsText } from '#areas/needs/rules/missed-diets.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

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
