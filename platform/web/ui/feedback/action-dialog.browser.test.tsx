import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from '#platform/web/testing/open-page.tsx';
import { ActionDialog } from './action-dialog.tsx';

type Answer = { data: { previewHash: string } };

/** A dialog whose preview is being fetched, over one that was seen before; `arrives` is its answer. */
async function openWhileFetching(seen: string | undefined) {
  const acts = vi.fn<() => void>();
  const { promise, resolve } = Promise.withResolvers<Answer>();
  let show: (hash: string) => void = () => {};
  function Dialog() {
    const [hash, setHash] = useState(seen);
    const [isFetching, setFetching] = useState(true);
    show = (next) => {
      setHash(next);
      setFetching(false);
    };
    return (
      <ActionDialog
        title="Run out"
        act="Swap 2"
        preview={{
          data: hash === undefined ? undefined : { previewHash: hash },
          isFetching,
          isPlaceholderData: false,
          refetch: () => promise,
        }}
        go={acts}
        onClose={() => {}}
      >
        <p>{hash}</p>
      </ActionDialog>
    );
  }
  await openPage(<Dialog />, { at: '/' });
  return {
    acts,
    arrives: (previewHash: string) => {
      resolve({ data: { previewHash } });
      show(previewHash);
    },
  };
}

const press = () => page.getByRole('button', { name: 'Swap 2' }).click();
const warning = page.getByText('This has changed. Check it, then press again.');

test('a press while the preview is fetched waits for it, and acts if nothing has changed', async () => {
  const { acts, arrives } = await openWhileFetching('seen');
  await press();
  expect(acts).not.toHaveBeenCalled();
  arrives('seen');
  await expect.poll(() => acts.mock.calls.length).toBe(1);
});

test.each([['seen'], [undefined]])(
  'what comes to something else than %s is shown first, and done with another press',
  async (seen) => {
    const { acts, arrives } = await openWhileFetching(seen);
    await press();
    arrives('other');
    await expect.element(warning).toBeVisible();
    expect(acts).not.toHaveBeenCalled();
    await press();
    expect(acts).toHaveBeenCalledOnce();
  },
);
