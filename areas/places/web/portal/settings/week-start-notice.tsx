import { useQuery } from '@tanstack/react-query';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { staffMealsQuery } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { weekStartAdvice } from '#areas/order-book/rules/meal-days.ts';
import { weekdayName } from '#platform/rules/plain-date.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';

type WeekStartNoticeProps = { facts: BusinessFacts; onChange: (weekday: number) => void };

/** Which days nobody can order for with these windows, and the first day of the week that would change it. */
export function WeekStartNotice({ facts, onChange }: WeekStartNoticeProps) {
  const { data: meals } = useQuery(staffMealsQuery({ q: '', type: null, archived: false }));
  if (!meals || facts.deliveryWindows.length === 0) return null;
  const advice = weekStartAdvice(
    facts,
    meals.filter(({ isActive }) => isActive),
  );
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
