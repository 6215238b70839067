import type { CalculatorProfile } from '#domain/nutrition/body/calculator-profile.ts';
import { addPounds } from '#domain/nutrition/body/imperial-units.ts';
import type { Recommendation } from '#domain/nutrition/energy/recommendation.ts';
import { PACE_LABELS, PACE_MONTHS, type Pace } from '#domain/nutrition/energy/timeline.ts';
import { timelineAdvice } from '#domain/nutrition/advice/timeline-advice.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { Units } from '../form/calculator-form-values.ts';

type TimelineCardProps = {
  profile: CalculatorProfile;
  pace: Pace;
  units: Units;
  recommendation: Recommendation;
};

/** Whether the chosen timeline matches the safe one. */
export function TimelineCard({ profile, pace, units, recommendation }: TimelineCardProps) {
  const advice = timelineAdvice(profile, recommendation, pace);
  if (advice === null) return null;
  return (
    <section aria-labelledby="timeline">
      <Notice
        tone={advice.isRealistic ? 'success' : 'warning'}
        title={
          <span id="timeline" role="heading" aria-level={3}>
            Timeline alignment: {advice.isRealistic ? 'realistic' : 'more time needed'}
          </span>
        }
      >
        <p>
          You chose {PACE_LABELS[pace].toLowerCase()} ({PACE_MONTHS[pace]} months).{' '}
          {units === 'imperial' ? addPounds(advice.text) : advice.text}
        </p>
      </Notice>
    </section>
  );
}
