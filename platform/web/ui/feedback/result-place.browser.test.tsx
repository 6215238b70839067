import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from '#platform/web/testing/open-page.tsx';
import { ResultPlace } from './result-place.tsx';

function Sending({ first = null }: { first?: string | null }) {
  const [result, setResult] = useState(first);
  return (
    <main>
      <ResultPlace result={result}>
        {result === null ? <p>Nothing yet</p> : <h2>{result}</h2>}
      </ResultPlace>
      <div style={{ height: '300vh' }} />
      {result !== 'Sent' && <button onClick={() => setResult('Sent')}>Send</button>}
    </main>
  );
}

test.each([null, 'Waiting'])(
  'after %s the result has the focus and is in view, though its button is gone',
  async (first) => {
    await openPage(<Sending first={first} />, { at: '/' });
    expect(document.activeElement).toBe(document.body);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.element(page.getByRole('heading', { name: 'Sent' })).toBeInViewport();
    expect(document.activeElement?.textContent).toBe('Sent');
  },
);
