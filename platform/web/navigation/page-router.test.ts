import { describe, expect, test } from 'vitest';
import { matchPath, memoryHistory } from './page-history.ts';
import { PageRouter } from './page-router.ts';

function open(at: string) {
  const history = memoryHistory(at);
  const pages = ['/order', '/checkout', '/drive/stop/:id'];
  const show = (path: string) => {
    const params = pages.map((page) => matchPath(page, path)).find((found) => found !== null);
    return params ? { params, element: path } : null;
  };
  const router = new PageRouter({
    first: show('/order')!,
    load: async (path) => show(path) ?? { params: {}, element: 'failure' },
    history,
  });
  router.listen(() => {});
  const address = () => router.view.place.pathname + router.view.place.search;
  return { router, history, address };
}

describe('matchPath', () => {
  test.each([
    ['/', '/', {}],
    ['/order', '/Order//', {}],
    ['/track/:token', '/track/a%2Fb', { token: 'a/b' }],
    ['/track/:token', '/track/100%', { token: '100%' }],
  ])('%s has %s', (pattern, path, params) => {
    expect(matchPath(pattern, path)).toEqual(params);
  });

  test.each([
    ['/track/:token', '/track/'],
    ['/track/:token', '/track/a/change'],
    ['/', '//evil.example'],
  ])('%s has no %s', (pattern, path) => {
    expect(matchPath(pattern, path)).toBeNull();
  });
});

describe('moving between addresses', () => {
  test('the query of the page at hand changes at once, that of another when it has come', async () => {
    const { router, address } = open('/order?step=1');
    const first = router.view.shown;
    void router.navigate({ search: 'step=2' });
    expect([address(), router.view.shown]).toEqual(['/order?step=2', first]);
    const leaving = router.navigate('/checkout');
    expect(address()).toBe('/order?step=2');
    await leaving;
    expect([address(), router.view.shown.element]).toEqual(['/checkout', '/checkout']);
  });

  test('Back leads to where one was, with what was left there; a replaced address is gone', async () => {
    const { router, address } = open('/order');
    await router.navigate('/order?step=2', { state: { cell: 1 } });
    await router.navigate('/order?step=3');
    await router.navigate('/order?step=4', { replace: true });
    await router.navigate(-1);
    expect([address(), router.view.place.state, router.view.isFromHistory]).toEqual([
      '/order?step=2',
      { cell: 1 },
      true,
    ]);
  });

  test('the last of two wishes wins', async () => {
    const { router, address } = open('/order');
    const first = router.navigate('/drive/stop/7');
    await router.navigate('/checkout');
    await first;
    expect(address()).toBe('/checkout');
  });
});

describe('a guard', () => {
  function guarded() {
    const opened = open('/order');
    const asked: (() => void)[] = [];
    const blocks = ({ search }: { search: string }) => search !== '?tab=2';
    return { ...opened, asked, blocks };
  }

  test('lets someone decide before a link is followed', async () => {
    const { router, address, asked, blocks } = guarded();
    const remove = router.addGuard({ blocks, ask: (leave) => asked.push(leave) });
    await router.navigate('/checkout');
    expect(address()).toBe('/order');
    asked[0]!();
    await expect.poll(address).toBe('/checkout');
    remove();
    await router.navigate('/order');
    expect(asked).toHaveLength(1);
  });

  test('takes Back back, and goes again when told to', async () => {
    const { router, history, address, asked, blocks } = guarded();
    await router.navigate('/order?tab=2');
    router.addGuard({ blocks, ask: (leave) => asked.push(leave) });
    await router.navigate(-1);
    expect([address(), history.read().search, asked.length]).toEqual(['/order?tab=2', '?tab=2', 1]);
    asked[0]!();
    await expect.poll(address).toBe('/order');
  });
});
