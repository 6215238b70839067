import { useDeferredValue, useEffect, useRef, useState } from 'react';
import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import type { Pace } from '#areas/calculator/rules/energy/timeline.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { type Advice, adviceOfOurOwn } from './advice.ts';
import { AdviceCards } from './advice-cards.tsx';
import type { Units } from '#areas/calculator/web/site/calculator-form-values.ts';
import { LocalStats } from './local-stats.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';

type ResultsProps = {
  profile: CalculatorProfile;
  pace: Pace;
  units: Units;
  /** Monday first. */
  trainingDays: readonly boolean[];
  /** Null: being fetched. */
  advice: Advice | null;
  onRecalculate: () => void;
};

export function Results(props: ResultsProps) {
  const { profile, pace, units, trainingDays, advice, onRecalculate } = props;
  const [adjustment, setAdjustment] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, []);

  return (
    <div className="grid min-w-0 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          Your results
        </h2>
        <Button variant="secondary" onClick={onRecalculate}>
          Recalculate
        </Button>
      </div>
      {advice === null ? (
        <>
          <AnalysisInProgress />
          <LocalStats profile={profile} />
        </>
      ) : (
        <AdjustedAdvice
          {...{ profile, pace, units, trainingDays, adjustment }}
          advice={advice}
          onAdjust={setAdjustment}
        />
      )}
    </div>
  );
}

type AdjustedAdviceProps = Omit<ResultsProps, 'advice' | 'onRecalculate'> & {
  advice: Advice;
  adjustment: number;
  onAdjust: (adjustment: number) => void;
};

/** The answer, recalculated here when the visitor adjusts the calories; typing takes priority over recalculating. */
function AdjustedAdvice({ advice, adjustment, ...rest }: AdjustedAdviceProps) {
  const { business } = useConfig();
  const settled = useDeferredValue(adjustment);
  const shown =
    settled === 0 ? advice : adviceOfOurOwn(rest.profile, business.caloriePlans, settled);
  return <AdviceCards {...rest} advice={shown} adjustment={adjustment} shownAdjustment={settled} />;
}

function AnalysisInProgress() {
  return (
    <Card padding="large" role="status" className="grid gap-4">
      <h3 className="text-xl">Smart Analysis in Progress</h3>
      <p className="text-ink-soft">Working out your calories, your plan and a range of weeks.</p>
      <Skeleton className="h-8 w-3/4" />
      <Skeleton className="h-24 w-full" />
    </Card>
  );
}
