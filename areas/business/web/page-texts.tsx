/** The texts of pages, as the kitchen wrote them or as we did (`areas/business/rules/texts/`). */
import { Fragment, type ReactNode } from 'react';
import {
  type FilledBlock,
  type FilledPart,
  fillLine,
} from '#areas/business/rules/texts/fill-marks.ts';
import {
  isNotice,
  shownBlocks,
  shownLine,
  type ShownTopic,
  shownTopics,
  type TextsAtHand,
} from '#areas/business/rules/texts/shown-text.ts';
import type { TextEntry } from '#areas/business/rules/texts/text-entry.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { type PageData, usePageData } from './page-data.ts';

/** What texts are filled with on a page. */
export function textsAtHand({ config, texts }: Pick<PageData, 'config' | 'texts'>): TextsAtHand {
  const { business, sale, hasLaunched, payments, adviser } = config;
  return {
    own: texts.own,
    situation: {
      business,
      values: texts.values,
      isOpen: sale.state === 'open',
      hasLaunched,
      isStripe: payments.mode === 'stripe',
      adviser: adviser?.name ?? null,
    },
  };
}

type KeysOf<Of, Kind> = {
  [Key in keyof Of]: Of[Key] extends { kind: Kind } ? Key : never;
}[keyof Of] &
  string;

type Texts = Readonly<Record<string, TextEntry>>;

/** Reads the texts of one part of the catalogue. */
export function usePageTexts<Of extends Texts>(of: Of) {
  const data = usePageData();
  const atHand = textsAtHand(data);
  const isMarked = (key: string) => data.texts.marked?.includes(key) ?? false;
  return {
    line: (key: KeysOf<Of, 'line'>): ReactNode => {
      const line = shownLine(of, key, atHand);
      return isMarked(key) ? <Changed>{line}</Changed> : line;
    },
    /** Null: there is none now. */
    notice: (): ReactNode => {
      const own = atHand.own['notice'];
      const { text, emptied } = isNotice(own)
        ? fillLine(own.text, atHand.situation.values)
        : NOTHING;
      if (text === null || emptied.length > 0) return null;
      return isMarked('notice') ? <Changed>{text}</Changed> : text;
    },
    paragraphs: (key: KeysOf<Of, 'text'>): ReactNode => {
      const blocks = shownBlocks(of, key, atHand);
      return <Blocks blocks={blocks} isMarked={isMarked(key)} />;
    },
    topics: (
      key: KeysOf<Of, 'topics'>,
      choose = (topics: ShownTopic[]) => topics,
    ): TopicOfPage[] => {
      const topics = choose(shownTopics(of, key, atHand));
      return topics.map(({ id, title, blocks }) => ({
        id,
        title: isMarked(key) ? <Changed>{title}</Changed> : title,
        text: <Blocks blocks={blocks} isMarked={isMarked(key)} />,
      }));
    },
  };
}

const NOTHING = { text: null, emptied: [] };

export type TopicOfPage = { id: string; title: ReactNode; text: ReactNode };

/** In a draft. */
function Changed({ children }: { children: ReactNode }) {
  return <mark className="rounded-sm bg-mango text-on-mango">{children}</mark>;
}

function Blocks({ blocks, isMarked }: { blocks: readonly FilledBlock[]; isMarked: boolean }) {
  const inline = (parts: readonly FilledPart[]) =>
    isMarked ? (
      <Changed>
        <Parts parts={parts} />
      </Changed>
    ) : (
      <Parts parts={parts} />
    );
  return blocks.map((block, index) =>
    block.is === 'paragraph' ? (
      // Blocks may be equal, and are never reordered.
      <p key={index} className="break-words whitespace-pre-line">
        {inline(block.parts)}
      </p>
    ) : (
      <ul key={index} className="grid list-disc gap-1 pl-5">
        {block.items.map((parts, item) => (
          <li key={item} className="break-words">
            {inline(parts)}
          </li>
        ))}
      </ul>
    ),
  );
}

function Parts({ parts }: { parts: readonly FilledPart[] }) {
  return parts.map((part, index) => <OnePart key={index} part={part} />);
}

function OnePart({ part }: { part: FilledPart }) {
  switch (part.is) {
    case 'text':
      return <Fragment>{part.text}</Fragment>;
    case 'bold':
      return (
        <strong>
          <Parts parts={part.parts} />
        </strong>
      );
    case 'link':
      return (
        <a href={part.to} className="font-semibold underline">
          <Parts parts={part.parts} />
        </a>
      );
    default:
      return part.by === 'phone' ? (
        <a href={paths.phone(part.text)} className="font-semibold whitespace-nowrap underline">
          {part.text}
        </a>
      ) : (
        <a href={paths.email(part.text)} className="font-semibold break-words underline">
          {part.text}
        </a>
      );
  }
}
