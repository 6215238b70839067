/** The HTML around a rendered page. The stylesheet comes first and scripts come last: reading does not wait for them. */
import { PAGE_DATA_ID, type PageData } from '#web/api/page-data.ts';

export type DocumentAssets = {
  stylesheet: string;
  fonts: readonly string[];
  /** Starts the others after the page has been painted. */
  script: string;
  entry: string;
  /** Everything that the entry and this page will import. */
  modules: readonly string[];
};

type DocumentParts = {
  title: string;
  description: string;
  /** Its key, for scripts that must know as which page this document was loaded. */
  page: string;
  /** Whether search engines should list it. */
  isIndexed: boolean;
  body: string;
  data: PageData;
  assets: DocumentAssets;
};

export function writeDocument({
  title,
  description,
  page,
  isIndexed,
  body,
  data,
  assets,
}: DocumentParts): string {
  const lines = [
    '<!doctype html>',
    `<html lang="en-AU" data-page="${escapeText(page)}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeText(title)}</title>`,
    `<meta name="description" content="${escapeText(description)}">`,
    ...(isIndexed ? [] : ['<meta name="robots" content="noindex">']),
    `<link rel="stylesheet" href="${assets.stylesheet}">`,
    ...assets.fonts.map(
      (font) => `<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin>`,
    ),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<meta name="theme-color" content="#fbf5e9" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#121f1a" media="(prefers-color-scheme: dark)">',
    `<script type="module" src="${assets.script}" data-entry="${assets.entry}" data-modules="${assets.modules.join(' ')}"></script>`,
    '</head>',
    '<body>',
    `<div id="root">${body}</div>`,
    `<script type="application/json" id="${PAGE_DATA_ID}">${escapeJson(data)}</script>`,
    '</body>',
    '</html>',
  ];
  return lines.join('\n');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** JSON in which no tag can begin or end. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
