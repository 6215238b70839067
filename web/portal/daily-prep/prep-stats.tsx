import type { DailyPrepReply } from '#contract/daily-prep.ts';
import { StatList } from '#web/ui/layout/stat-list.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

export function PrepStats({ prep }: { prep: DailyPrepReply }) {
  const { deliveries, meals, lunch, dinner, warm, cold, pendingDeliveries } = prep;
  const waits =
    pendingDeliveries === 1
      ? '1 of these deliveries is for an order that still needs a decision.'
      : `${pendingDeliveries} of these deliveries are for orders that still need a decision.`;
  return (
    <>
      <StatList
        stats={[
          { label: 'Deliveries', value: deliveries },
          { label: 'Meals', value: meals },
          { label: 'Lunch and dinner', value: `${lunch} + ${dinner}` },
          { label: 'Warm and cold', value: `${warm} + ${cold}` },
        ]}
      />
      {pendingDeliveries > 0 && <Notice tone="warning">{waits}</Notice>}
    </>
  );
}
