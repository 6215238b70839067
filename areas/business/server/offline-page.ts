/** What a browser keeps to show instead of a page it has not kept: without scripts, because those may not be there. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { escapeText, phoneLink } from '#areas/business/server/unavailable-page.ts';

type Known = {
  stylesheet: string;
  business: Pick<BusinessFacts, 'name' | 'phone'>;
};

/** What `platform/web/public/service-worker.js` keeps. */
const KEPT = [
  ['/', 'Home'],
  ['/menu', 'Menu'],
  ['/order', 'Your order'],
  ['/faq', 'Questions and answers'],
] as const;

export function writeOfflinePage({ stylesheet, business }: Known): string {
  const links = KEPT.map(
    ([path, name]) =>
      `<li><a class="inline-flex min-h-11 items-center underline" href="${path}">${name}</a></li>`,
  );
  return `<!doctype html>
<html lang="en-AU" data-scripts-first>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>You’re offline · ${escapeText(business.name)}</title>
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<main class="mx-auto grid max-w-xl justify-items-start gap-4 px-4 py-20">
<h1 class="text-2xl">You’re offline</h1>
<p>This page isn’t kept on your device. Once you have a signal again, <a class="underline" href="">try again</a>.</p>
<p>What you can open now:</p>
<ul class="grid">${links.join('')}</ul>
<p>Or call ${escapeText(business.name)} on ${phoneLink(business.phone)}.</p>
</main>
</body>
</html>
`;
}
