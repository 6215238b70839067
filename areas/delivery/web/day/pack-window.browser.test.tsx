import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useInTurn } from '#areas/delivery/web/day/pack-window.tsx';

const SLOW_MS = 40;

function drawSlowly() {
  const until = performance.now() + SLOW_MS;
  while (performance.now() < until);
}

function SlowCounter() {
  const [count, setCount] = useState(0);
  const add = useInTurn<number>(async (by) => {
    await Promise.resolve();
    setCount(count + by);
  });
  drawSlowly();
  return (
    <button
      onClick={() => {
        for (const by of [1, 2, 3]) add(by);
      }}
    >
      {count}
    </button>
  );
}

test('each finds what came of the one before, on a screen that is slow too', async () => {
  await render(<SlowCounter />);
  await page.getByRole('button').click();
  await expect.element(page.getByRole('button')).toHaveTextContent('6');
});
