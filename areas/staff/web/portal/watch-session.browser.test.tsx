import { useQuery } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { listWaitlist } from '#areas/waitlist/calls/waitlist.ts';
import { waitlistQuery } from '#areas/waitlist/web/portal/waitlist-entries-queries.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { noteLeaving, noteToast } from '#platform/web/testing/leaving.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const script = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('#platform/web/ui/feedback/toast-region.tsx', async (importOriginal) => {
  await script.promise;
  return importOriginal();
});

const server = fakeServer();
const { left } = noteLeaving();

function Entries() {
  useQuery(waitlistQuery);
  return null;
}

test('a session that ends is said for half a second before sign-in opens, however late the toast’s script', async () => {
  server.answers(listWaitlist, () =>
    refused(401, { message: 'Unauthorized', code: 'unauthorized' }),
  );
  const shown = noteToast('Unauthorized');
  await openPortalPage(<Entries />, { server, heading: 'Admin Portal', at: '/admin' });
  await expect.poll(() => server.sent(listWaitlist).length).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(left()).toBeUndefined();
  script.resolve();
  const shownAtMs = await shown;
  await expect.poll(() => left()?.to).toMatch(/^\/api\/login\?next=/);
  expect((left()?.atMs ?? 0) - shownAtMs).toBeGreaterThanOrEqual(500);
});
