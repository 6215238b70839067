import { act, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useSettledText } from './search-field.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const asked: string[] = [];

function Search() {
  const [text, setText] = useState('');
  const settled = useSettledText(text);
  if (asked.at(-1) !== settled) asked.push(settled);
  return (
    <>
      <input aria-label="Search" value={text} onChange={(event) => setText(event.target.value)} />
      <output>{text}</output>
    </>
  );
}

test('what was typed counts once the typing pauses, not letter by letter', async () => {
  await render(<Search />);
  for (const text of ['n', 'ng', 'ngu']) {
    // Drawn before the time goes on; to wait for an element would move the clock by each look.
    await act(async () => page.getByLabelText('Search').fill(text));
    expect(page.getByRole('status').element().textContent).toBe(text);
    await act(() => vi.advanceTimersByTime(100));
  }
  expect(asked).toEqual(['']);
  await act(() => vi.advanceTimersByTime(300));
  expect(asked).toEqual(['', 'ngu']);
});
