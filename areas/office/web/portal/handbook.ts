/** The owner's handbook, docs/handbook/, as it was when this version was built. */
import MiniSearch from 'minisearch';
import { searchKey } from '#platform/rules/search-key.ts';
import { ALARM_IDS, ALARMS } from '#platform/rules/alarms.ts';

export type HandbookSection = {
  page: string;
  /** For an alarm: the alarm's; otherwise its heading in lower case with hyphens. */
  id: string;
  title: string;
  markdown: string;
};

export type HandbookPage = {
  name: string;
  title: string;
  /** What comes before the first section. */
  opening: string;
  sections: HandbookSection[];
};

/** What is needed most often comes first. */
const SEQUENCE = [
  'a-normal-day',
  'the-week-closes',
  'lunch-or-dinner',
  'planning-a-week',
  'shopping',
  'an-order-by-phone',
  'recipes',
  'food-safety',
  'choosing-by-numbers',
  'a-refund',
  'a-complaint',
  'a-storm',
  'import',
  'backups',
  'opening-a-suburb',
  'page-texts',
  'a-new-driver',
  'going-live',
  'alarms',
] as const;

const files = import.meta.glob<string>('/docs/handbook/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const HANDBOOK: readonly HandbookPage[] = SEQUENCE.map((name) =>
  readPage(name, fileOf(name)),
);

/** Throws where the build did not get the file: better no page than an empty one. */
function fileOf(name: string): string {
  const file = files[`/docs/handbook/${name}.md`];
  if (file === undefined) throw new Error(`docs/handbook/${name}.md was not there to build`);
  return file;
}

/** `markdown`: `# Title`, an opening, then sections that each begin with `## Heading`. */
export function readPage(name: string, markdown: string): HandbookPage {
  const [head = '', ...parts] = markdown.split(/^## /m);
  const [first = '', ...opening] = head.split('\n');
  return {
    name,
    title: first.replace(/^# /, ''),
    opening: opening.join('\n').trim(),
    sections: parts.map((part) => {
      const [title = '', ...lines] = part.split('\n');
      return { page: name, id: sectionId(title), title, markdown: lines.join('\n').trim() };
    }),
  };
}

function sectionId(title: string): string {
  const alarm = ALARM_IDS.find((id) => ALARMS[id].title === title);
  return (
    alarm ??
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
  );
}

/** Is found by what it shows, not by its file. */
const PICTURE = /!\[([^\]]*)\]\([^)]*\)/g;

const index = new MiniSearch<HandbookSection & { key: string; pageTitle: string }>({
  idField: 'key',
  fields: ['title', 'pageTitle', 'markdown'],
  processTerm: (term) => searchKey(term).split(' ').filter(Boolean),
  searchOptions: { prefix: true, fuzzy: 0.2, boost: { title: 3, pageTitle: 2 } },
});
const sections = new Map(
  HANDBOOK.flatMap((page) =>
    page.sections.map((section) => [
      `${page.name}/${section.id}`,
      { ...section, pageTitle: page.title },
    ]),
  ),
);
index.addAll(
  [...sections].map(([key, section]) => ({
    key,
    ...section,
    markdown: section.markdown.replaceAll(PICTURE, '$1'),
  })),
);

/** The sections that fit best first, at most ten. Forgives a slip of the finger. */
export function searchHandbook(words: string): (HandbookSection & { pageTitle: string })[] {
  return index
    .search(words)
    .slice(0, 10)
    .flatMap(({ id }) => sections.get(String(id)) ?? []);
}
