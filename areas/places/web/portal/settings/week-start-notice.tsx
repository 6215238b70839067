import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { useMenu } from '#areas/menu/web/menu-data.ts';
import { weekStartAdvice } from '#areas/order-book/rules/meal-days.ts';
import { weekdayName } from '#platform/rules/plain-date.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';

type WeekStartNoticeProps = { facts: BusinessFacts; onChange: (weekday: number) => void };

/** Which days nobody can order for with these windows, and the first day of the week that would change it. */
export function WeekStartNotice({ facts, onChange }: WeekStartNoticeProps) {
  const meals = useMenu();
  const advice = weekStartAdvice(facts, meals);
  if (!advice) return null;
  const { words, better } = advice;
  return (
    <Notice tone="warning">
      <p>
        {words} {better?.words}
      </p>
      {better && (
        <Button
          variant="secondary"
          size="small"
          className="mt-2"
          onClick={() => onChange(better.weekday)}
        >
          Start the week on {weekdayName(better.weekday)}
        </Button>
      )}
    </Notice>
  );
}
