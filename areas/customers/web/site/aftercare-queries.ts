import { MINUTE_MS } from '#platform/rules/durations.ts';
import { callQuery } from '#platform/web/api/call-query.ts';
import { getAftercare, uploadProblemPhoto } from '#areas/customers/calls/aftercare.ts';
import { ApiError } from '#platform/web/api/api-error.ts';

export function aftercareQuery(token: string) {
  return callQuery(
    ['aftercare', token],
    getAftercare,
    { params: { token } },
    { refetchInterval: MINUTE_MS },
  );
}

/** The photo is the body itself. */
export async function sendProblemPhoto(token: string, photo: Blob): Promise<{ id: string }> {
  const address = uploadProblemPhoto.path.replace(':token', encodeURIComponent(token));
  const response = await fetch(address, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': photo.type || 'application/octet-stream' },
    body: photo,
  });
  if (!response.ok) throw new ApiError(response.status, await response.text(), null);
  // Written by our own server.
  return (await response.json()) as { id: string };
}
