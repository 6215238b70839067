/**
 * The HTML around a rendered page. The stylesheet comes first and scripts come last, so that scripts never delay
 * reading.
 */
import { escapeText } from '#platform/rules/escape-text.ts';
import { accentStylesheetUrl } from '#areas/business/rules/accent-colour.ts';
import { type KitchenLogo, logoIconUrl } from '#areas/business/rules/logo.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import type { PageHead } from './page-head.ts';

export type DocumentAssets = {
  stylesheet: string;
  /** What pages to read need of it. */
  readingStylesheet: string;
  /** All that pages of customers need. */
  customerStylesheet: string;
  fonts: readonly string[];
  /** Starts the other scripts when they are needed. */
  script: string;
  entry: string;
  /** Everything that the entry and this page will import. */
  modules: readonly string[];
  /** What it may import later. */
  laterModules: readonly string[];
  /** Business facts and menu, which scripts need to bring the page to life. */
  siteData: string;
};

/** As the build names it: vite.config.ts. */
const FRAMEWORK = /\/framework[.-]/;

type DocumentParts = PageHead & {
  /** Its key, so that scripts know which page this document was loaded as. */
  page: string;
  /** False: search engines should not list this variant of the page. */
  isListed: boolean;
  siteName: string;
  /** Null: the stylesheet's own. */
  accentColour: string | null;
  /** Null: ours. */
  logo: KitchenLogo | null;
  body: string;
  /** What the page shows beyond the data of all pages, by its name. */
  dataOfPage: Readonly<Record<string, object | undefined>>;
  isStaff: boolean;
  isForStaff: boolean;
  /** React comes only with a use that needs it; `usesDialogs`: then the stylesheet of pages to use, too. */
  isReading: boolean;
  usesDialogs: boolean;
  /** The page is for use: scripts and these calls come with the paint, fonts when it can be used. */
  putsScriptsFirst?: boolean | undefined;
  firstCalls?: readonly string[] | undefined;
  plainForm?: { question: string; button: string } | undefined;
  assets: DocumentAssets;
};

export function writeDocument({
  title,
  description,
  page,
  canonicalUrl,
  isListed,
  siteName,
  accentColour,
  logo,
  picture,
  structuredData,
  body,
  dataOfPage,
  isStaff,
  isForStaff,
  isReading,
  usesDialogs,
  putsScriptsFirst = false,
  firstCalls = [],
  plainForm,
  assets,
}: DocumentParts): string {
  const lines = [
    '<!doctype html>',
    `<html lang="en-AU" data-page="${escapeText(page)}"${isStaff ? ' data-staff' : ''}${isReading ? ' data-reading' : ''}${putsScriptsFirst ? ' data-scripts-first' : ''}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeText(title)}</title>`,
    `<meta name="description" content="${escapeText(description)}">`,
    ...(canonicalUrl === null || !isListed ? ['<meta name="robots" content="noindex">'] : []),
    ...(canonicalUrl === null
      ? []
      : sharingLines({ title, description, canonicalUrl, siteName, picture })),
    `<link rel="stylesheet" href="${isReading ? assets.readingStylesheet : isForStaff ? assets.stylesheet : assets.customerStylesheet}">`,
    // A file, because the content security policy forbids styles in the page; the paint waits for it.
    ...(accentColour === null
      ? []
      : [`<link rel="stylesheet" href="${accentStylesheetUrl(accentColour)}">`]),
    ...(putsScriptsFirst
      ? [scriptLine(assets, { firstCalls }), ...frameworkLines(assets)]
      : fontLines(assets)),
    ...iconLines(logo),
    '<meta name="theme-color" content="#fbf5e9" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#121f1a" media="(prefers-color-scheme: dark)">',
    ...(putsScriptsFirst ? [] : [scriptLine(assets, { needsAll: isReading && usesDialogs })]),
    '</head>',
    '<body>',
    ...(plainForm ? [plainFormLine(plainForm)] : []),
    `<div id="root">${body}</div>`,
    // Data, not code: the content security policy, which forbids inline code, does not apply to it.
    ...(structuredData
      ? [`<script type="application/ld+json">${escapeJson(structuredData)}</script>`]
      : []),
    ...Object.entries(dataOfPage).flatMap(([name, data]) =>
      data ? [`<script type="application/json" data-${name}>${escapeJson(data)}</script>`] : [],
    ),
    '</body>',
    '</html>',
  ];
  return lines.join('\n');
}

function iconLines(logo: KitchenLogo | null): string[] {
  const [icon, type, touchIcon] =
    logo === null
      ? ['/favicon.svg', 'image/svg+xml', '/apple-touch-icon.png']
      : [logoIconUrl(logo, 96), 'image/png', logoIconUrl(logo, 180)];
  return [
    `<link rel="icon" href="${icon}" type="${type}">`,
    `<link rel="apple-touch-icon" href="${touchIcon}">`,
  ];
}

/** Without an address the form is sent to that of the page, query included. */
function plainFormLine({ question, button }: { question: string; button: string }): string {
  return `<noscript><form method="post" class="mx-auto grid max-w-xl justify-items-start gap-4 px-4 py-8"><p>${escapeText(question)}</p><button class="${buttonClass('primary')}">${escapeText(button)}</button></form></noscript>`;
}

/** Fetched early but after the stylesheet; until then, text uses fallback fonts of the same metrics. */
function fontLines({ fonts }: DocumentAssets): string[] {
  return fonts.map(
    (font) =>
      `<link rel="preload" as="font" type="font/woff2" href="${font}" fetchpriority="low" crossorigin>`,
  );
}

/**
 * The largest file fills a slow connection from the start; the script names the others after the paint, before this one
 * has arrived, so that they delay neither.
 */
function frameworkLines({ modules }: DocumentAssets): string[] {
  return modules
    .filter((url) => FRAMEWORK.test(url))
    .map((url) => `<link rel="modulepreload" href="${url}" fetchpriority="low">`);
}

function scriptLine(
  { script, entry, modules, laterModules, siteData, customerStylesheet }: DocumentAssets,
  { needsAll = false, firstCalls = [] }: { needsAll?: boolean; firstCalls?: readonly string[] },
): string {
  const style = needsAll ? ` data-style="${customerStylesheet}"` : '';
  const later = laterModules.length > 0 ? ` data-later="${laterModules.join(' ')}"` : '';
  const calls = firstCalls.length > 0 ? ` data-calls="${firstCalls.join(' ')}"` : '';
  return `<script type="module" src="${script}" fetchpriority="low" data-entry="${entry}" data-modules="${modules.join(' ')}"${later} data-site="${siteData}"${calls}${style}></script>`;
}

/** Picture and text of a link to the page when it is shared: https://ogp.me. */
function sharingLines(
  page: Pick<DocumentParts, 'title' | 'description' | 'siteName' | 'picture'> & {
    canonicalUrl: string;
  },
): string[] {
  const properties = {
    'og:type': 'website',
    'og:locale': 'en_AU',
    'og:site_name': page.siteName,
    'og:title': page.title,
    'og:description': page.description,
    'og:url': page.canonicalUrl,
    'og:image': page.picture.url,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': page.picture.alt,
  };
  return [
    `<link rel="canonical" href="${escapeText(page.canonicalUrl)}">`,
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeText(content)}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
}

/** JSON that cannot open or close a tag. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
