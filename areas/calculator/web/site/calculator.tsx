import { CalculatorForm } from './calculator-form.tsx';
import { Results } from '#areas/calculator/web/site/calorie-calculator-results/results.tsx';
import { useCalculator } from './use-calculator.ts';

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
