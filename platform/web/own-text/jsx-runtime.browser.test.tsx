/** Pages whose texts a translator replaces, and which then change. */
import { Component, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { translatePage } from '#platform/web/testing/translate-page.ts';

/** What changes on a page, in five steps. */
type Shown = { count: number; name: string | null; isOpen: boolean; list: string[] };

const STEPS: Shown[] = [
  { count: 0, name: null, isOpen: false, list: [] },
  { count: 1, name: 'Mia', isOpen: true, list: ['Curry'] },
  { count: 2, name: 'Mia', isOpen: false, list: ['Curry', 'Soup'] },
  { count: 3, name: null, isOpen: true, list: ['Soup'] },
  { count: 0, name: 'Ben', isOpen: true, list: ['Pasta', 'Soup', 'Curry'] },
];

function Told({ children }: { children: ReactNode }) {
  return <strong>{children}</strong>;
}

function PassedOn({ children }: { children: ReactNode }) {
  return <>{children}</>;
}

const PATTERNS: Record<string, (shown: Shown) => ReactNode> = {
  'a sum within a sentence': ({ count }) => <p>Total {count} meals</p>,
  'a text that comes and goes beside an element': ({ name }) => (
    <p>
      {name && 'For '}
      <b>{name ?? 'Nobody'}</b>
      {name && ', as always'}
    </p>
  ),
  'an element that comes and goes beside text': ({ isOpen, count }) => (
    <p>
      {isOpen && <b>Open</b>} until {count}pm
    </p>
  ),
  'text or element': ({ name }) => <p>{name === null ? 'Nobody' : <b>{name}</b>}</p>,
  'a list of texts': ({ list }) => <p>{list.map((dish) => `${dish}, `)}</p>,
  'a list of texts beside elements': ({ list, isOpen }) => (
    <p>
      {isOpen && <b>Menu: </b>}
      {list}
    </p>
  ),
  'a list of elements after text': ({ list }) => (
    <div>
      Chosen:
      {list.map((dish) => (
        <b key={dish}>{dish}</b>
      ))}
    </div>
  ),
  'a fragment': ({ name, count }) => (
    <div>
      <>
        {name} has {count}
      </>
      <i>meals</i>
    </div>
  ),
  'the children of a component': ({ name, count, isOpen }) => (
    <p>
      <Told>
        {count} for {name}
      </Told>
      {isOpen && ' now'}
    </p>
  ),
  'children that are passed on': ({ name, count }) => (
    <p>
      <PassedOn>
        {count} of {name}
      </PassedOn>
      <i>!</i>
    </p>
  ),
  'a choice': ({ list, count }) => (
    <select aria-label="Dish">
      {list.map((dish) => (
        <option key={dish}>
          {dish} ({count})
        </option>
      ))}
    </select>
  ),
  'a button with a picture': ({ count, isOpen }) => (
    <button type="button">
      <svg aria-hidden="true">{isOpen && <title>{count} left</title>}</svg>
      Add {count > 0 && `(${count})`}
    </button>
  ),
  'one of two sentences': ({ isOpen, count }) =>
    isOpen ? <p>Open, {count} left</p> : <p>Closed since {count}</p>,
};

let stop = () => {};
afterEach(() => {
  stop();
  document.documentElement.classList.remove('translated-ltr');
});

const wordsOf = (element: Element) =>
  (element.textContent ?? '').replaceAll(/[«»]|\s+/g, ' ').replaceAll(/\s+/g, '');
const untranslated = (pattern: ReactNode) => {
  const div = document.createElement('div');
  div.innerHTML = renderToString(pattern).replaceAll('<!-- -->', '');
  return wordsOf(div);
};

class Net extends Component<{ children: ReactNode; onError: (error: unknown) => void }> {
  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }
  override render() {
    return this.props.children;
  }
}

test.each(Object.entries(PATTERNS))(
  '%s says after each change what it says in English',
  async (_, show) => {
    const onError = vi.fn();
    const page = (shown: Shown) => <Net onError={onError}>{show(shown)}</Net>;
    const { container, rerender } = await render(page(STEPS[0]!));
    stop = translatePage();
    for (const shown of STEPS) {
      await rerender(page(shown));
      await vi.waitFor(() => expect(wordsOf(container)).toBe(untranslated(show(shown))));
    }
    expect(onError).not.toHaveBeenCalled();
  },
);

test('what the server sent is the same as what the browser makes of it', async () => {
  const onRecoverableError = vi.fn();
  const roots = Object.values(PATTERNS)
    .flatMap((show) => STEPS.map((shown) => show(shown)))
    .map((pattern) => {
      const container = document.createElement('div');
      container.innerHTML = renderToString(pattern);
      return hydrateRoot(container, pattern, { onRecoverableError });
    });
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  for (const root of roots) root.unmount();
  expect(onRecoverableError).not.toHaveBeenCalled();
});
