import { useEffect, useRef, useState } from 'react';
import type { AdviceRefusal } from '#areas/calculator/web/site/calorie-advice-queries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import {
  type Advice,
  adviceFrom,
  adviceOfOurOwn,
} from '#areas/calculator/web/site/calorie-calculator-results/advice.ts';
import { EMPTY_FORM_VALUES, type CalculatorFormValues } from './calculator-form-values.ts';

type Phase =
  | { name: 'form' }
  /** Advice is null while it is fetched; the local results are there at once. */
  | { name: 'results'; profile: CalculatorProfile; advice: Advice | null };

const loadCalls = () => import('#areas/calculator/web/site/calorie-advice-queries.ts');

/** Spec 4: local results first, then the recommendation. If that fails, the same rules compute it here. */
export function useCalculator() {
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
      return { name: 'results', profile, advice: adviceOfOurOwn(profile, business.caloriePlans) };
    }
  }

  function recalculate() {
    underWay.current?.abort();
    setPhase({ name: 'form' });
  }

  return { entry, change, phase, refusal, submit, recalculate };
}
