import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '#web/navigation/paths.ts';
import { type Step, stepFrom } from './order-steps.ts';

/**
 * The step in the URL, so that Back, Forward and a reload work. A step not allowed yet redirects to the furthest one
 * that is.
 */
export function useStep(furthest: Step): { step: Step; goTo: (step: Step) => void } {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const asked = search.get('step');
  const step = stepFrom(asked, furthest);
  const isElsewhere = asked !== null && asked !== String(step);

  useEffect(() => {
    if (isElsewhere) void navigate(paths.order({ step }), { replace: true });
  }, [isElsewhere, step, navigate]);

  return { step, goTo: (next) => void navigate(paths.order({ step: next })) };
}
