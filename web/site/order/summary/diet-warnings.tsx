import type { QuoteReply } from '#contract/ordering.ts';
import { missedDietsText } from '#domain/people/missed-diets.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** Meals against a diet: allowed, and said once more before paying. */
export function DietWarnings({ warnings }: { warnings: QuoteReply['dietWarnings'] }) {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warning" title="Not everything fits everyone’s diet">
      <ul className="list-disc pl-5">
        {warnings.map(({ personName, mealId, mealName, diets }, index) => (
          <li key={`${personName} ${mealId} ${index}`}>
            {mealName} for {personName}: {missedDietsText(diets)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
