/**
 * The HTML around a rendered page. The stylesheet comes first and scripts come last, so that scripts never delay
 * reading.
 */
export type DocumentAssets = {
  stylesheet: string;
  fonts: readonly string[];
  /** Starts the other scripts after the first paint. */
  script: string;
  entry: string;
  /** Everything that the entry and this page will import. */
  modules: readonly string[];
  /** What it may import later. */
  laterModules: readonly string[];
  /** Business facts and menu, which scripts need to bring the page to life. */
  siteData: string;
};

type DocumentParts = {
  title: string;
  description: string;
  /** Its key, so that scripts know which page this document was loaded as. */
  page: string;
  /** Its canonical address for search engines and shared links; null for a page that they should not list. */
  canonicalUrl: string | null;
  siteName: string;
  /** The site's origin. */
  origin: string;
  /** In search engines' own vocabulary. */
  structuredData: object | null;
  body: string;
  isStaff: boolean;
  assets: DocumentAssets;
};

export function writeDocument({
  title,
  description,
  page,
  canonicalUrl,
  siteName,
  origin,
  structuredData,
  body,
  isStaff,
  assets,
}: DocumentParts): string {
  const lines = [
    '<!doctype html>',
    `<html lang="en-AU" data-page="${escapeText(page)}"${isStaff ? ' data-staff' : ''}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeText(title)}</title>`,
    `<meta name="description" content="${escapeText(description)}">`,
    ...(canonicalUrl === null
      ? ['<meta name="robots" content="noindex">']
      : sharingLines({ title, description, canonicalUrl, siteName, origin })),
    `<link rel="stylesheet" href="${assets.stylesheet}">`,
    // Fetched early but after the stylesheet; until then, text uses fallback fonts of the same metrics.
    ...assets.fonts.map(
      (font) =>
        `<link rel="preload" as="font" type="font/woff2" href="${font}" fetchpriority="low" crossorigin>`,
    ),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<meta name="theme-color" content="#fbf5e9" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#121f1a" media="(prefers-color-scheme: dark)">',
    scriptLine(assets),
    '</head>',
    '<body>',
    `<div id="root">${body}</div>`,
    // Data, not code: the content security policy, which forbids inline code, does not apply to it.
    ...(structuredData
      ? [`<script type="application/ld+json">${escapeJson(structuredData)}</script>`]
      : []),
    '</body>',
    '</html>',
  ];
  return lines.join('\n');
}

function scriptLine({ script, entry, modules, laterModules, siteData }: DocumentAssets): string {
  const later = laterModules.length > 0 ? ` data-later="${laterModules.join(' ')}"` : '';
  return `<script type="module" src="${script}" fetchpriority="low" data-entry="${entry}" data-modules="${modules.join(' ')}"${later} data-site="${siteData}"></script>`;
}

/** Picture and text of a link to the page when it is shared: https://ogp.me. */
function sharingLines(
  page: Pick<DocumentParts, 'title' | 'description' | 'siteName' | 'origin'> & {
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
    'og:image': `${page.origin}/share.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Three plates of food on a mango-coloured cloth',
  };
  return [
    `<link rel="canonical" href="${escapeText(page.canonicalUrl)}">`,
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeText(content)}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** JSON that cannot open or close a tag. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
