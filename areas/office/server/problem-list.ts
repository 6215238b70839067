import { PROBLEM_KIND_LABELS } from '#areas/customers/rules/problems.ts';
import { listStaffProblems } from '#areas/customers/server/problem-queries.ts';
import type { Context } from '#platform/server/context.ts';
import { foundList, type FoundList } from '#areas/office/server/found-list.ts';

/** What customers reported and nobody decided: the urgent first, then by the time that was promised. */
export async function listOpenProblems(context: Pick<Context, 'db' | 'clock'>): Promise<FoundList> {
  const { problems } = await listStaffProblems(context, { state: 'open' });
  return foundList(
    problems.map(({ id, orderId, customerName, kind, isUrgent, isLate }) => ({
      id,
      label: `${isUrgent ? 'Urgent: ' : isLate ? 'Late: ' : ''}${customerName}, ${PROBLEM_KIND_LABELS[kind].toLowerCase()}`,
      date: null,
      orderId,
    })),
  );
}
