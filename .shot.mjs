import { chromium } from 'playwright-core';
import fs from 'node:fs';
const [, , base, dataDir, out, ...specs] = process.argv;
const [email, password] = fs
  .readFileSync(dataDir + '/demo-sign-in.txt')
  .toString()
  .split('\n');
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const spec of specs) {
  const [name, path, width = '1280', scheme = 'light', action = ''] = spec.split('|');
  const ctx = await browser.newContext({
    viewport: {
      width: Number(width),
      height: Number(width) === 820 ? 1180 : Number(width) < 500 ? 844 : 900,
    },
    colorScheme: scheme,
    hasTouch: Number(width) < 900,
  });
  const page = await ctx.newPage();
  const r = await page.request.post(`${base}/api/auth/sign-in/email`, {
    data: { email: email.split(/\s+/).pop(), password: password.split(/\s+/).pop() },
    headers: { origin: base },
  });
  if (!r.ok()) console.log('sign in', r.status(), await r.text());
  page.on('pageerror', (e) => console.log(name, 'ERR', e.message.slice(0, 300)));
  page.on(
    'console',
    (m) => m.type() === 'error' && console.log(name, 'console', m.text().slice(0, 200)),
  );
  await page.goto(base + path, { waitUntil: 'load' });
  await page.waitForTimeout(4000);
  if (action) {
    await page.evaluate(action).catch(() => 0);
    for (const a of action.split(';;')) {
      try {
        await eval(`(async()=>{${a}})()`);
      } catch (e) {
        console.log(name, 'act', e.message.slice(0, 200));
      }
    }
    await page.waitForTimeout(1200);
  }
  await page.screenshot({
    path: `${out}/${name}.png`,
    fullPage: action.includes('FULL') || spec.includes('|full'),
  });
  await ctx.close();
}
await browser.close();
