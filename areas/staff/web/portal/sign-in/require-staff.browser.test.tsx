import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getSignedIn } from '#platform/calls/sign-in.ts';
import { RequireStaff } from '#areas/staff/web/portal/sign-in/require-staff.tsx';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { noteLeaving, noteToast } from '#platform/web/testing/leaving.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';

const script = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('#platform/web/ui/feedback/toast-region.tsx', async (importOriginal) => {
  await script.promise;
  return importOriginal();
});

const server = fakeServer();
const { left } = noteLeaving();

test('someone signed out can read why for a second before sign-in opens, however late the toast’s script', async () => {
  server.answers(getSignedIn, () =>
    refused(401, { message: 'Unauthorized', code: 'unauthorized' }),
  );
  const shown = noteToast('Authentication Required');
  await openPage(
    <RequireStaff asksFor="the waitlist" fallback={null}>
      <main>For staff</main>
    </RequireStaff>,
    { at: '/admin?tab=waitlist' },
  );
  await expect.element(page.getByText('Taking you to the sign-in page…')).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(left()).toBeUndefined();
  script.resolve();
  const shownAtMs = await shown;
  await expect
    .element(page.getByRole('region', { name: /Notifications/ }))
    .toMatchTextContent('Please log in to access the waitlist.');
  await expect.poll(() => left()?.to).toMatch(/^\/api\/login\?next=/);
  expect((left()?.atMs ?? 0) - shownAtMs).toBeGreaterThanOrEqual(1000);
});
