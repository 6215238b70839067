import { useQuery } from '@tanstack/react-query';
import type { TodayReply } from '#areas/office/calls/today.ts';
import { isPlainDate } from '#platform/rules/plain-date.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { DayProgress } from './day-progress.tsx';
import { NeedsAHand } from './needs-a-hand.tsx';
import { WeekCard } from './week-card.tsx';
import { todayQuery } from './today-queries.ts';

/** What needs a hand and how the day goes; the portal's frame keeps it up to date. */
export function TodayPage() {
  return (
    <Loaded query={useQuery(todayQuery())} what="the day" kind="detail">
      {(today) => <Cards today={today} />}
    </Loaded>
  );
}

function Cards({ today }: { today: TodayReply }) {
  const [params] = useSearchParams();
  const asked = params.get('day');
  const day = asked !== null && isPlainDate(asked) && asked !== today.day.date ? asked : null;
  const { data: shown = today } = useQuery({
    ...todayQuery(day ?? undefined),
    enabled: day !== null,
  });
  return (
    <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,7fr)_minmax(0,6fr)] lg:gap-5">
      <NeedsAHand today={today} />
      <div className="grid gap-3 lg:gap-5">
        {today.week && <WeekCard week={today.week} />}
        <DayProgress day={day === null ? today.day : shown.day} today={today.day.date} />
      </div>
    </div>
  );
}
