import { bmiCategory, formatBmi } from '#areas/calculator/rules/body-mass-index.ts';
import { EATING_SUPPORT } from '#areas/calculator/rules/care-lines.ts';
import type { DraftHealth } from '#areas/calculator/rules/draft-health.ts';
import { addPounds } from '#areas/calculator/rules/imperial-units.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import type { Units } from './calculator-form-values.ts';

type HealthAdvisoryProps = {
  health: DraftHealth | null;
  /** The server's reason for refusing to calculate. */
  refusal: string | null;
  units: Units;
};

/** Neutral wording and colour. Always mounted, so screen readers announce changes. */
export function HealthAdvisory({ health, refusal, units }: HealthAdvisoryProps) {
  const advisories = health?.advisories ?? [];
  const texts = [
    ...advisories.map(({ text }) => (units === 'imperial' ? addPounds(text) : text)),
    ...(refusal === null ? [] : [refusal]),
  ];
  return (
    <div role="status" className="empty:-mt-8">
      {health && (texts.length > 0 || health.needsSupport) && (
        <Notice
          tone={texts.length > 0 ? 'warning' : 'info'}
          title={texts.length > 0 ? 'Health advisory' : 'Before you continue'}
        >
          {texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {texts.length > 0 && (
            <p className="font-semibold tabular-nums">
              Current BMI: {formatBmi(health.bmi)} ({bmiCategory(health.bmi)})
            </p>
          )}
          {health.needsSupport && <p>{EATING_SUPPORT}</p>}
        </Notice>
      )}
    </div>
  );
}
