/** A meal that ran out: the preview, and doing it. */
import { dryRunQuery } from '#platform/web/api/call-query.ts';
import { runOutOfMeal, type RunOutReply, type RunOutRequest } from '#areas/orders/calls/run-out.ts';
import { readConflictReply } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';

/** Who is concerned and what would be done. */
export function runOutPreviewQuery(mealId: number, body: RunOutRequest) {
  return dryRunQuery(runOutOfMeal, { params: { id: String(mealId) }, body });
}

export function sendRunOut(
  mealId: number,
  request: RunOutRequest,
  previewHash: string,
): Promise<RunOutReply> {
  return call(runOutOfMeal, {
    params: { id: String(mealId) },
    body: { ...request, previewHash },
  });
}

/** What would be done now, if that is why it was refused. */
export function readNewPreview(error: unknown): RunOutReply | null {
  const refusal = readConflictReply<{
    code: 'preview_changed';
    message: string;
    preview: RunOutReply;
  }>(error, ['preview_changed']);
  return refusal?.preview ?? null;
}
