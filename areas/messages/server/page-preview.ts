/** Shows a page with other texts than those in force. The pages hand over how, once they are there. */
import type { OwnText } from '#areas/business/rules/texts/text-entry.ts';
import { Conflict } from '#platform/server/errors.ts';

/** By key; null: ours. */
export type DraftTexts = Readonly<Record<string, OwnText | null>>;
/** `path`: one of `TEXT_PAGES`. Returns a whole document. */
export type DrawDraft = (path: string, texts: DraftTexts) => Promise<string>;

export type PagePreview = { draw: DrawDraft };

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    pagePreview: PagePreview;
  }
}

/** Refuses until `draw` is replaced: a process without pages, such as a tool, has none to show. */
export function createPagePreview(): PagePreview {
  return {
    draw: async () => {
      throw new Conflict('no_pages', 'This process shows no pages');
    },
  };
}
