import { findWhoDecidedProblem } from '#areas/customers/server/problems.ts';
import { PROBLEM_KIND_LABELS } from '#areas/customers/rules/problems.ts';
import { untilText } from '#areas/order-book/rules/missed-choice.ts';
import { portalLink, type TodayRows } from '#areas/order-book/server/today-rows.ts';
import { listStaffProblems } from '#areas/customers/server/problem-queries.ts';

const OF_PROBLEMS = { page: 'problems', right: 'seeProblems' } as const;

export const customersToday: readonly TodayRows[] = [
  {
    kinds: {
      problem_urgent: {
        level: 'hurt',
        many: 'urgent problems',
        alarms: ['problem_urgent'],
        ...OF_PROBLEMS,
      },
      problem: { level: 'answer', many: 'problems', alarms: ['problem_late'], ...OF_PROBLEMS },
    },
    async find(context, { business: { timeZone } }) {
      const { problems } = await listStaffProblems(context, { state: 'open' });
      return problems.map(({ id, orderId, customerName, kind, isUrgent, createdAt, dueAt }) => ({
        kind: isUrgent ? 'problem_urgent' : 'problem',
        id,
        title: `${customerName}: ${PROBLEM_KIND_LABELS[kind].toLowerCase()}`,
        detail: [`Answer promised by ${untilText(Date.parse(dueAt), timeZone)}`],
        since: Date.parse(createdAt),
        dueAt: Date.parse(dueAt),
        link: portalLink({ tab: 'problems' }),
        action: isUrgent ? 'Call' : 'Decide',
        orderId,
      }));
    },
    whoSettled: { problem: findWhoDecidedProblem },
  },
];
