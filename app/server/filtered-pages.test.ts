import { expect, test } from 'vitest';
import { Busy } from '#platform/server/errors.ts';
import { createFilteredPages } from './filtered-pages.ts';
import type { StoredReply } from '#platform/server/http/stored-reply.ts';

const LIMITS = { pages: 3, bytes: 3000, waiting: 4, waitingPerCaller: 2 };

const pageOf = (bytes: number): StoredReply => ({
  status: 200,
  contentType: 'text/html',
  etag: '"1"',
  identity: Buffer.alloc(bytes),
  br: Buffer.alloc(0),
  gzip: Buffer.alloc(0),
});

const aCaller = 'caller';

test('however many pages are asked for, the latest are kept within the limits', async () => {
  const pages = createFilteredPages(LIMITS);
  for (let index = 0; index < 50; index += 1)
    await pages.render(`page ${index}`, aCaller, async () => pageOf(100));
  expect(pages.size()).toEqual({ pages: 3, bytes: 300 });
  expect(pages.find('page 49')).not.toBeNull();
  expect(pages.find('page 46')).toBeNull();
});

test('a page larger than all that may be kept is sent, and nothing is kept', async () => {
  const pages = createFilteredPages(LIMITS);
  const page = await pages.render('large', aCaller, async () => pageOf(5000));
  expect(page.identity).toHaveLength(5000);
  expect(pages.size()).toEqual({ pages: 0, bytes: 0 });
});

test('bytes count, not only pages; a page read again stays longer', async () => {
  const pages = createFilteredPages(LIMITS);
  await pages.render('first', aCaller, async () => pageOf(1000));
  await pages.render('second', aCaller, async () => pageOf(1000));
  pages.find('first');
  await pages.render('third', aCaller, async () => pageOf(1500));
  expect(pages.find('second')).toBeNull();
  expect(pages.find('first')).not.toBeNull();
  expect(pages.size()).toEqual({ pages: 2, bytes: 2500 });
});

test('one page is rendered at a time, and the same page once', async () => {
  const pages = createFilteredPages(LIMITS);
  let atOnce = 0;
  let most = 0;
  let rendered = 0;
  const slow = async () => {
    atOnce += 1;
    rendered += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setTimeout(resolve, 5));
    atOnce -= 1;
    return pageOf(10);
  };
  await Promise.all([
    pages.render('a', 'one', slow),
    pages.render('a', 'two', slow),
    pages.render('b', 'three', slow),
    pages.render('c', 'four', slow),
  ]);
  expect([most, rendered]).toEqual([1, 3]);
});

test('a caller that asks for too much waits, and others are still served', async () => {
  const pages = createFilteredPages(LIMITS);
  const render = async () => pageOf(10);
  const ask = (key: string, caller: string) => pages.render(key, caller, render);
  const outcomes = await Promise.allSettled([
    ask('a', 'greedy'),
    ask('b', 'greedy'),
    ask('c', 'greedy'),
    ask('d', 'second'),
    ask('e', 'third'),
    ask('f', 'fourth'),
  ]);
  const refused = outcomes.map((one) => one.status === 'rejected' && one.reason instanceof Busy);
  expect(refused).toEqual([false, false, true, false, false, true]);
  await expect(pages.render('g', 'greedy', render)).resolves.toBeDefined();
});

test('a rendering that fails is not kept, and the next ones go on', async () => {
  const pages = createFilteredPages(LIMITS);
  const failing = pages.render('a', aCaller, async () => {
    throw new Error('cannot be rendered');
  });
  const next = pages.render('b', aCaller, async () => pageOf(10));
  await expect(failing).rejects.toThrow('cannot be rendered');
  await expect(next).resolves.toBeDefined();
  expect(pages.find('a')).toBeNull();
  await expect(pages.render('a', aCaller, async () => pageOf(10))).resolves.toBeDefined();
});
