import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import type { FiguresReply } from '#areas/office/calls/figures.ts';
import { isPlainDate } from '#platform/rules/plain-date.ts';
import { MOST_FIGURE_WEEKS } from '#areas/office/rules/figure-periods.ts';
import { type FigureWeeks, figuresQuery } from '#areas/office/web/portal/figures-queries.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { ChooseWeeks } from './choose-weeks.tsx';
import { describeDays, describeSides } from './describe-figures.ts';
import { FiguresOfFood } from './food-figures.tsx';
import { MealsPart, SalesPart, SuburbsPart, WindowsPart } from './figures-content.tsx';
import { RefundsPart, WastePart } from './losses-parts.tsx';
import { AtAGlance } from './at-a-glance.tsx';

/** How the business goes, week against week. The address names the weeks; without, that of yesterday. */
export function FiguresTab() {
  const [params, setParams] = useSearchParams();
  const chosen = weeksOf(params);
  const figures = useQuery(figuresQuery(chosen));

  function choose({ week, weeks }: FigureWeeks) {
    const next = new URLSearchParams(params);
    if (week === null) next.delete('week');
    else next.set('week', week);
    next.set('weeks', String(weeks));
    setParams(next, { preventScrollReset: true });
  }
  return (
    <section className="grid gap-5 py-5" aria-busy={figures.isFetching}>
      <h2 className="text-xl">Figures</h2>
      <ChooseWeeks chosen={chosen} shown={figures.data ?? null} onChoose={choose} />
      <Loaded query={figures} what="the figures">
        {(shown) => (
          <>
            <Figures figures={shown} />
            <FiguresOfFood chosen={chosen} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function weeksOf(params: URLSearchParams): FigureWeeks {
  const week = params.get('week') ?? '';
  const weeks = Number(params.get('weeks') ?? 1);
  const isCount = Number.isInteger(weeks) && weeks >= 1 && weeks <= MOST_FIGURE_WEEKS;
  return { week: isPlainDate(week) ? week : null, weeks: isCount ? weeks : 1 };
}

function Figures({ figures }: { figures: FiguresReply }) {
  const names = describeSides(figures);
  return (
    <>
      <div role="status" className="grid gap-1">
        <p className="font-semibold">
          {describeDays(figures)}
          {figures.isSoFar && ', so far'}
        </p>
        <p className="text-sm text-ink-soft">
          Compared with {describeDays(figures.before)}
          {figures.isSoFar && ', up to the same time'}. Orders and money count when they were paid
          or refunded; meals, windows and suburbs count on the day of delivery.
        </p>
      </div>
      <AtAGlance totals={figures.totals} />
      <div className="grid gap-5 lg:grid-cols-2">
        <SalesPart figures={figures} names={names} />
        <WindowsPart figures={figures} names={names} />
        <MealsPart figures={figures} names={names} />
        <SuburbsPart figures={figures} names={names} />
        <RefundsPart figures={figures} names={names} />
        <WastePart figures={figures} names={names} />
      </div>
    </>
  );
}
