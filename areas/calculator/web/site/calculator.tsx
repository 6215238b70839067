import { CalculatorForm } from './calculator-form.tsx';
import { useEffect, useRef, useState, useDeferredValue } from 'react';
import type { AdviceRefusal } from '#areas/calculator/web/site/calorie-advice-queries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import { type Advice, adviceFrom, adviceOfOurOwn, LocalStats } from './local-stats.tsx';
import {
  EMPTY_FORM_VALUES,
  type CalculatorFormValues,
  type Units,
} from './calculator-form-values.ts';
import type { Pace } from '#areas/calculator/rules/weight-projection.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { AdviceCards } from './advice-cards.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { focusPageHeading } from '#platform/web/ui/feedback/result-place.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';

/** Form, then results, and back. Spec 4. */
export function Calculator() {
  const { entry, change, phase, refusal, submit, recalculate } = useCalculator();
  if (phase.name === 'results') {
    return (
      <Results
        profile={phase.profile}
        pace={entry.pace}
        units={entry.units}
        trainingDays={entry.trainingDays}
        advice={phase.advice}
        onRecalculate={recalculate}
      />
    );
  }
  return <CalculatorForm entry={entry} onChange={change} refusal={refusal} onSubmit={submit} />;
}

type Phase =
  | { name: 'form' }
  /** Advice is null while it is fetched; the local results are there at once. */
  | { name: 'results'; profile: CalculatorProfile; advice: Advice | null };

const loadCalls = () => import('#areas/calculator/web/site/calorie-advice-queries.ts');

/** Spec 4: local results first, then the recommendation. If that fails, the same rules compute it here. */
function useCalculator() {
  const { adviser, business } = useConfig();
  const [entry, setEntry] = useState<CalculatorFormValues>(EMPTY_FORM_VALUES);
  const [phase, setPhase] = useState<Phase>({ name: 'form' });
  const [refusal, setRefusal] = useState<AdviceRefusal | null>(null);
  const underWay = useRef<AbortController | null>(null);

  useEffect(() => () => underWay.current?.abort(), []);

  function change(next: CalculatorFormValues) {
    // While the visitor types, so that the answer comes sooner.
    loadCalls().catch(() => {});
    setEntry(next);
    setRefusal(null);
  }

  async function submit(profile: CalculatorProfile): Promise<void> {
    const call = new AbortController();
    underWay.current?.abort();
    underWay.current = call;
    setRefusal(null);
    setPhase({ name: 'results', profile, advice: null });
    const next = await ask(profile, call.signal);
    if (!call.signal.aborted) setPhase(next);
  }

  async function ask(profile: CalculatorProfile, signal: AbortSignal): Promise<Phase> {
    try {
      const { askForAdvice, refusalIn } = await loadCalls();
      try {
        const reply = await askForAdvice(profile, adviser && entry.useAdviser, signal);
        return { name: 'results', profile, advice: adviceFrom(reply) };
      } catch (error) {
        const refused = refusalIn(error);
        if (!refused) throw error;
        setRefusal(refused);
        return { name: 'form' };
      }
    } catch (error) {
      if (signal.aborted) return { name: 'form' };
      // Spec 8: only logged. The message has nothing that was sent.
      console.warn('The recommendation was worked out in the browser:', String(error));
      return { name: 'results', profile, advice: adviceOfOurOwn(profile, business) };
    }
  }

  function recalculate() {
    underWay.current?.abort();
    setPhase({ name: 'form' });
    focusPageHeading();
  }

  return { entry, change, phase, refusal, submit, recalculate };
}

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

function Results(props: ResultsProps) {
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
  const shown = settled === 0 ? advice : adviceOfOurOwn(rest.profile, business, settled);
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
