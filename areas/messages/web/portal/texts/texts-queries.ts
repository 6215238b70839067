import { freshQuery } from '#platform/web/api/call-query.ts';
import { keepPreviousData } from '@tanstack/react-query';
import type { z } from 'zod';
import type { OwnText, TextPage } from '#areas/business/rules/texts/text-entry.ts';
import { TEXT_PAGES } from '#areas/business/rules/texts/text-entry.ts';
import {
  changePageText,
  listTexts,
  listTextVersions,
  previewTexts,
  type TextReply,
} from '#areas/messages/calls/texts.ts';
import { call } from '#platform/web/api/client.ts';

/** What staff changed of the texts of pages and messages. */
export const textsQuery = freshQuery(['texts', 'all'], listTexts);

export type Texts = z.output<typeof listTexts.reply>;

export function textVersionsQuery(key: string) {
  return freshQuery(['texts', 'history', key], listTextVersions, { params: { key } });
}

/** Null: back to ours. */
export type TextToSave = { key: string; version: number; value: OwnText | null };

export function sendText({ key, ...body }: TextToSave): Promise<TextReply> {
  return call(changePageText, { params: { key }, body });
}

/** The page as a visitor would get it; the last one stays while the next is on its way. */
export function previewQuery(page: TextPage, texts: Readonly<Record<string, OwnText>>) {
  return freshQuery(
    ['texts', 'preview', page, texts],
    previewTexts,
    { body: { path: TEXT_PAGES[page].path, texts } },
    { placeholderData: keepPreviousData, gcTime: 0 },
  );
}
