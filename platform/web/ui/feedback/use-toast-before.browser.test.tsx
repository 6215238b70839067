import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from '#platform/web/testing/open-page.tsx';
import { useToastBefore } from '#platform/web/ui/feedback/use-toast-before.ts';

vi.mock('#platform/web/ui/feedback/toast-region.tsx', () => new Promise(() => {}));

const act = vi.fn<() => void>();

function Page() {
  const showToastBefore = useToastBefore();
  useEffect(() => showToastBefore({ title: 'Unauthorized' }, 500, act), [showToastBefore]);
  return <main>Staff</main>;
}

beforeEach(() => {
  act.mockClear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

test('when the toast’s script never comes, the page acts once, five seconds later', async () => {
  await openPage(<Page />, { at: '/admin' });
  await expect.element(page.getByText('Staff')).toBeVisible();
  await vi.advanceTimersByTimeAsync(4_900);
  expect(act).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(act).toHaveBeenCalledOnce();
});

test('when the page is left before, it does not act', async () => {
  const { close } = await openPage(<Page />, { at: '/admin' });
  await close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(act).not.toHaveBeenCalled();
});
