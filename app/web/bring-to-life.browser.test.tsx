import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { bringToLife } from './bring-to-life.tsx';

let root = document.createElement('div');
const onUnexpected = vi.fn<(error: unknown) => void>();

function Form() {
  const [name, setName] = useState('');
  const [isTold, setTold] = useState(false);
  return (
    <form>
      <p>Good morning</p>
      <label>
        Name
        <input value={name} onChange={(event) => setName(event.currentTarget.value)} />
      </label>
      <label>
        Tell me
        <input
          type="checkbox"
          checked={isTold}
          onChange={(event) => setTold(event.currentTarget.checked)}
        />
      </label>
      <output>
        {name} {isTold ? 'told' : 'not told'}
      </output>
      <details>
        <summary>More</summary>
        All of it
      </details>
    </form>
  );
}

beforeEach(() => {
  root.remove();
  root = document.createElement('div');
  root.innerHTML = renderToString(<Form />);
  document.body.append(root);
  onUnexpected.mockReset();
});

function comeAlive(): Promise<Event> {
  const alive = new Promise<Event>((resolve) => {
    addEventListener('alive', resolve, { once: true });
  });
  bringToLife(root, <Form />, { isAsRendered: () => true, onUnexpected });
  return alive;
}

const field = () => page.getByRole('textbox', { name: 'Name' });

async function fillIn(): Promise<void> {
  await page.getByText('More').click();
  await page.getByRole('checkbox').click();
  await field().click();
  await userEvent.keyboard('Mi');
}

async function expectCarriedOver(): Promise<void> {
  await expect.element(page.getByText('All of it')).toBeVisible();
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('a');
  await expect.element(page.getByRole('status')).toMatchTextContent('Mia told');
  expect(onUnexpected).not.toHaveBeenCalled();
}

test('what was filled in and unfolded before the page was alive counts, and typing goes on', async () => {
  await fillIn();
  await comeAlive();
  await expectCarriedOver();
});

test('the same on a page that was translated before', async () => {
  const words = root.querySelector('p');
  words!.innerHTML = '<font><font>Bonjour</font></font>';
  await fillIn();
  await comeAlive();
  await expect.element(page.getByText('Good morning')).toBeVisible();
  await expectCarriedOver();
});
