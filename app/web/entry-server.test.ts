import { staffPages } from './staff-pages.ts';
import { matchPath } from '#platform/web/navigation/page-history.ts';
import { describe, expect, test } from 'vitest';
import { findPage, pagePaths } from './entry-server.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { dinner, lunch, render } from './test-pages.ts';

describe('which page is meant', () => {
  test('everything that only the browser reads is left out', () => {
    expect(findPage('/menu?utm_source=letter').key).toBe('/menu');
    expect(findPage('/menu?type=dinner&x=1').key).toBe('/menu?type=dinner');
    expect(findPage('/menu?type=breakfast').key).toBe('/menu');
    expect(findPage('/track/one').key).toBe(findPage('/track/two').key);
    expect(findPage('/checkout?payment_intent=pi_1&payment_intent_client_secret=s').url).toBe(
      '/checkout',
    );
  });

  test('another spelling of a path leads to the one we use, with its query', () => {
    expect(findPage('/menu/?type=lunch').redirect).toBe('/menu?type=lunch');
    expect(findPage('/Checkout').redirect).toBe('/checkout');
    expect(findPage('/menu?type=lunch').redirect).toBeNull();
    expect(findPage('//evil.example/').redirect).toBeNull();
    expect(findPage('/track/one/').redirect).toBeNull();
  });

  test('all unknown paths are one page', () => {
    expect(findPage('/nowhere').key).toBe(findPage('/some/where/else?x=1').key);
  });
});

describe('every page', () => {
  test.each([
    ...pagePaths.map((path) => path.replace(':token', 'abc').replace(':slug', lunch.slug)),
    '/nowhere',
  ])('%s keeps to the security policy and can be read before scripts', async (url) => {
    const { html } = await render(url);
    expect(html).not.toMatch(/<[^>]+ style=/);
    const scripts = html.match(/<script(?! type="application\/(ld\+)?json")[^>]*>/g);
    const scriptOfAll = scripts?.map((script) =>
      script.replace(/ data-(style|calls)="[^"]*"/g, ''),
    );
    expect(scriptOfAll).toEqual([
      '<script type="module" src="/assets/start.js" fetchpriority="low" data-entry="/assets/entry.js" data-modules="/assets/entry.js /assets/framework.js" data-site="/site-data/1.json">',
    ]);
    expect(html).toMatch(/<h1|aria-busy|role="status"/);
    // Staff are told by their portal, which only browsers show.
    const isPortal = staffPages.some(
      ({ path, layout }) => layout === 'portal' && matchPath(path, url),
    );
    if (!isPortal) expect(html).toContain('Test payments');
    expect(html.indexOf('rel="stylesheet"')).toBeLessThan(html.indexOf('<script'));
  });

  test('the footer leads to the pages that people look for there', async () => {
    const { html } = await render(paths.faq());
    const footer = html.slice(html.indexOf('<footer'), html.indexOf('</footer>'));
    const links = [...footer.matchAll(/<a href="(\/[^"]*)"[^>]*>([^<]+)</g)];
    expect(links.map(([, path, name]) => `${name?.trim()} ${path}`)).toEqual([
      'How It Works /how-it-works',
      'Our Menu /menu',
      'Calorie Calculator /calorie-calculator',
      'FAQ /faq',
      'Order Now /order',
      'Find my order /find-order',
      'About us /about',
      'Privacy Policy /privacy',
      'On this device /this-device',
      'Terms of Service /terms',
    ]);
  });

  test('a page to use requests React at once, the rest and its first call after the paint, and its fonts later', async () => {
    const { html } = await render(paths.order());
    expect(html).toMatch(/^<!doctype html>\s<html [^>]*data-scripts-first>/);
    const early = [...html.matchAll(/<link rel="(?:modulepreload|preload)"[^>]* href="([^"]*)"/g)];
    expect(early.map(([, url]) => url)).toEqual(['/assets/framework.js']);
    expect(html).toContain('data-site="/site-data/1.json" data-calls="/api/ordering-week"');
    const toRead = await render(paths.menu());
    expect(toRead.html).toContain('as="font"');
    expect(toRead.html).not.toContain('modulepreload');
  });

  test('structured data cannot end its own script element', async () => {
    const name = 'Dal </script><script>alert(1)</script>';
    const { html } = await render(paths.meal(lunch.slug), { meals: [{ ...lunch, name }] });
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(json).not.toContain('<');
    expect(JSON.stringify(JSON.parse(json))).toContain(name);
  });

  test('the menu tells search engines where its meals are, and each meal’s page the rest', async () => {
    const { html } = await render(paths.menu());
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(JSON.parse(json).itemListElement.map(({ url }: { url: string }) => url)).toEqual(
      [lunch, dinner].map(({ slug }) => `https://meals.example${paths.meal(slug)}`),
    );
  });

  test('only pages to read wait for use; each of their fields starts it', async () => {
    const toRead = [paths.home(), paths.menu(), paths.faq(), paths.landing(), paths.waitlist()];
    for (const url of toRead) {
      const { html } = await render(url);
      expect(html).toMatch(/^<!doctype html>\s<html [^>]*data-reading>/);
      expect(html).toContain('/assets/reading.css');
      const outside = html.replaceAll(/<form [^>]*data-app="".*?<\/form>/gs, '');
      expect(outside).not.toMatch(/<(input|select|textarea)/);
    }
    for (const url of [paths.order(), paths.calorieCalculator(), paths.checkout(), paths.admin()]) {
      const { html } = await render(url);
      expect(html).not.toContain('data-reading');
      expect(html).toContain(url === paths.admin() ? '/assets/style.css' : '/assets/customers.css');
    }
    expect((await render(paths.home(), { isStaff: true })).html).not.toContain('data-reading');
    // In the frame of an order, with parts of the portal.
    expect((await render('/phone-order')).html).toContain('/assets/style.css');
  });

  test('says where its data is, and whether it is shown to staff', async () => {
    const { html } = await render(paths.home());
    expect(html).toContain('data-site="/site-data/1.json"');
    expect(html).not.toContain('data-staff');
    const forStaff = await render(paths.home(), { isStaff: true });
    expect(forStaff.html).toMatch(
      /^<!doctype html>\s<html [^>]*data-page="staff home" data-staff>/,
    );
    expect(forStaff.html).not.toContain('Order Now');
    const publicHome = await render(paths.publicHome(), { isStaff: true });
    expect(publicHome.text).toContain('Order Now');
  });
});

test('without scripts the portal says what it needs, with the way out', async () => {
  for (const [url, isStaff] of [
    [paths.home(), true],
    [paths.admin(), false],
  ] as const) {
    const { html } = await render(url, { isStaff });
    const [said = ''] = /<noscript>.*?<\/noscript>/s.exec(html) ?? [];
    expect(said, url).toContain('The portal needs scripts');
    expect(said, url).toContain(`href="${paths.logout()}"`);
  }
});

test('without scripts both waitlist forms say that joining needs them, and whom to call', async () => {
  for (const url of [paths.landing(), paths.waitlist()]) {
    const { html } = await render(url);
    const forms = html.match(/<form [^>]*method="post".*?<\/form>/gs) ?? [];
    expect(forms.length, url).toBeGreaterThan(0);
    for (const form of forms)
      expect(form, url).toMatch(/<noscript>.*Joining the waitlist needs JavaScript.*tel:\+61/s);
  }
});

test('the home page leads to ordering, to the menu and to how it works', async () => {
  const { html } = await render(paths.home());
  for (const to of [paths.order(), paths.menu(), paths.howItWorks()])
    expect(html).toContain(`href="${to}"`);
});

test('the menu shows price, energy, allergens and what delivery adds', async () => {
  const { text } = await render(paths.menu());
  const facts = [
    '$14.49',
    '+ delivery from $2.99',
    '418 Cal',
    '1,749 kJ',
    '6 min',
    '1 serving',
    'Contains: milk',
    'Allergens: ask us',
  ];
  for (const fact of facts) expect(text).toContain(fact);
});

test('plates are pictures, so that they need no script; those far down the menu wait', async () => {
  const meals = Array.from({ length: 8 }, (_, id) => ({ ...lunch, id }));
  const { html } = await render(paths.menu(), { meals });
  const plates = [...html.matchAll(/<img src="\/images\/plates\/[\da-f]{16}\.svg"[^>]*>/g)];
  expect(plates.map(([tag]) => /loading="(\w+)"/.exec(tag)?.[1])).toEqual([
    ...Array.from({ length: 4 }, () => 'eager'),
    ...Array.from({ length: 4 }, () => 'lazy'),
  ]);
});

test('the menu filter is in the address', async () => {
  const { html } = await render(paths.menu({ type: 'dinner' }));
  const cards = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  expect(cards).toContain('Butter Chicken');
  expect(cards).not.toContain('Souvlaki');
});

describe('a filtered menu', () => {
  const cardsOf = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'));

  test('is the same page however its filter is spelled, and search engines list only the menu', async () => {
    const { key, isFiltered } = findPage('/menu?q=%20dal%20&x=1&without=egg,milk&sort=name');
    expect([key, isFiltered]).toEqual(['/menu?without=milk&without=egg&q=dal', true]);
    expect(findPage(`/menu?without=milk&without=egg&q=dal`).key).toBe(key);
    expect(findPage('/menu?type=lunch&x=1').isFiltered).toBe(false);
    const filtered = await render('/menu?without=milk');
    expect(filtered.html).toContain('<link rel="canonical" href="https://meals.example/menu">');
    expect(filtered.html).not.toContain('noindex');
    expect((await render('/menu?q=dal')).html).toContain('noindex');
  });

  test('without scripts its form leads to an address without empty fields', () => {
    expect(findPage('/menu?type=lunch&q=&without=milk&price=&sort=').redirect).toBe(
      '/menu?type=lunch&without=milk',
    );
    expect(findPage('/menu?q=&price=').redirect).toBe('/menu');
    expect(findPage('/menu?without=milk').redirect).toBeNull();
    expect(findPage('/menu?utm_source=').redirect).toBeNull();
  });

  test('leaves out what declares the allergen and what declares nothing, says so and warns of traces', async () => {
    const bowl = { ...lunch, id: 3, name: 'Tofu Bowl', allergens: ['soy' as const] };
    const { html, text } = await render('/menu?without=milk', { meals: [lunch, dinner, bowl] });
    expect(cardsOf(html)).toContain('Tofu Bowl');
    expect(cardsOf(html)).not.toMatch(/Souvlaki|Butter Chicken/);
    expect(text).toContain('1 of 3 meals');
    expect(text).toContain('1 meal left out: it declares milk.');
    expect(text).toContain('1 meal left out: allergens not declared.');
    expect(text).toMatch(/Take off: Without milk/);
    expect(text).toContain('so traces are possible. If a trace could harm someone, please call us');
    expect(text).not.toMatch(/free of|free from|gluten free|dairy free/i);
  });

  test('unknown values are ignored', async () => {
    const { text } = await render(
      '/menu?without=water&diet=carnivore&price=1&calories=x&sort=%00&type=',
    );
    expect(text).toContain('2 meals');
    expect(text).not.toContain('Take off');
  });

  test('words of a search stay words, of any length', async () => {
    const words = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
    const { html, text } = await render(`/menu?q=${encodeURIComponent(words)}`);
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<img src=x');
    expect(text).toContain('No meals found');
    const long = await render(`/menu?q=${'a'.repeat(10_000)}`);
    expect(long.status).toBe(200);
    expect(long.html).not.toContain('a'.repeat(61));
  });

  test('that is empty names what to take off, and never an allergen', async () => {
    const empty = await render('/menu?without=egg&q=souvlaki&price=14');
    expect(empty.text).toContain('No meals found');
    expect(empty.text).toContain('Under $14 (1 meal)');
    expect(cardsOf(empty.html)).toContain('href="/menu?without=egg&amp;q=souvlaki"');
    const none = await render('/menu?without=milk');
    expect(none.text).toContain('No meals found');
    expect(none.text).toContain('Call us on (07) 5550 0164');
  });

  test('keeps its other filters when lunch or dinner is chosen', async () => {
    const { html } = await render('/menu?diet=vegan&sort=price');
    expect(html).toContain('href="/menu?type=lunch&amp;diet=vegan&amp;sort=price"');
  });
});

test('an empty menu says so', async () => {
  expect((await render(paths.menu(), { meals: [] })).text).toContain('No meals found');
});

test('the header marks the page at hand', async () => {
  const { html } = await render(paths.menu({ type: 'lunch' }));
  const marked = [...html.matchAll(/<a[^>]*aria-current="page"[^>]*>/g)].map(
    ([tag]) => /href="([^"]+)"/.exec(tag)?.[1],
  );
  expect(new Set(marked)).toEqual(new Set([paths.menu()]));
});

test('an unknown page is a 404 with ways on', async () => {
  const { status, html, text } = await render('/nowhere');
  expect(status).toBe(404);
  expect(text).toContain('404 Page Not Found');
  expect(text).toContain('Did you forget to add the page to the router?');
  for (const to of [paths.home(), paths.menu(), paths.order()])
    expect(html).toContain(`href="${to}"`);
});

test('without the sandbox nothing speaks of test payments', async () => {
  const { html } = await render('/', {
    payments: { mode: 'stripe', publishableKey: 'pk_live_1' },
  });
  expect(html).not.toContain('Test payments');
});
