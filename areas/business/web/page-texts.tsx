/** The texts of pages, as the kitchen wrote them or as we did (`areas/business/rules/texts/`). */
import { Fragment, type ReactNode } from 'react';
import {
  type FilledBlock,
  type FilledPart,
  shownBlocks,
  type ShownTopic,
  shownTopics,
} from '#areas/business/rules/texts/shown-text.ts';
import type { TextEntries } from '#areas/business/rules/texts/shown-line.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Changed, type KeysOf, usePageLines } from './page-lines.tsx';

/** Reads the texts of one part of the catalogue. */
export function usePageTexts<Of extends TextEntries>(of: Of) {
  const { line, atHand, isMarked } = usePageLines(of);
  return {
    line,
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

export type TopicOfPage = { id: string; title: ReactNode; text: ReactNode };

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
