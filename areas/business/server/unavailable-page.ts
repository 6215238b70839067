/** What a visitor sees instead of a page that cannot be made now: written without the database, and without scripts. */
import { escapeText } from '#platform/rules/escape-text.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';

type Known = {
  stylesheet: string;
  /** As last read; null: never since the start. */
  business: Pick<BusinessFacts, 'name' | 'phone'> | null;
  /** Nothing is broken: too many pages are asked for at once. */
  isBusy: boolean;
};

const RELOAD_SECONDS = 20;

export function writeUnavailablePage({ stylesheet, business, isBusy }: Known): string {
  const call = business
    ? ` If you can’t wait, call ${escapeText(business.name)} on ${phoneLink(business.phone)}.`
    : '';
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${RELOAD_SECONDS}">
<meta name="robots" content="noindex">
<title>Back in a moment</title>
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<main class="mx-auto grid max-w-xl justify-items-center gap-4 px-4 py-20 text-center">
<h1 class="text-2xl">We can’t show this page right now</h1>
<p>${isBusy ? 'We have too many visitors at once.' : 'Something on our side isn’t working.'} This page reloads automatically.${call}</p>
<p>Confirmed orders are safe. If you have just paid, please don’t pay again: we’ll email you as soon as your order is confirmed.</p>
</main>
</body>
</html>
`;
}

/** A link that calls. */
export function phoneLink(phone: string): string {
  const number = phone.replaceAll(/\D/g, '').replace(/^0/, '+61');
  return `<a class="underline" href="tel:${number}">${escapeText(phone)}</a>`;
}

/** What a browser keeps to show instead of a page it has not kept: without scripts, because those may not be there. */
type OfflinePageKnown = {
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

export function writeOfflinePage({ stylesheet, business }: OfflinePageKnown): string {
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
