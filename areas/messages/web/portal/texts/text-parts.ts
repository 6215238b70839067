/** The parts of a text that are typed: of topics each title and text, by its path. */
import {
  type OwnText,
  oursOf,
  type OurTopic,
  type OwnTopic,
  type TextEntry,
  type TextSituation,
} from '#areas/business/rules/texts/text-entry.ts';

export type TextPart = { path: string; template: string };

export function partsOf(value: OwnText): TextPart[] {
  if (typeof value === 'string') return [{ path: '', template: value }];
  if (Array.isArray(value))
    return value.flatMap((topic, index) =>
      'rule' in topic
        ? []
        : [
            { path: `${index}.title`, template: topic.title },
            { path: `${index}.text`, template: topic.text },
          ],
    );
  return [
    ...('subject' in value && value.subject !== null
      ? [{ path: 'subject', template: value.subject }]
      : []),
    { path: 'text', template: value.text },
  ];
}

/** The text with another template at `path`. */
export function withPart(value: OwnText, path: string, template: string): OwnText {
  if (typeof value === 'string') return template;
  if (!Array.isArray(value)) return { ...value, [path]: template };
  const [index = '', part = ''] = path.split('.');
  return value.map((topic, at) =>
    at === Number(index) && !('rule' in topic) ? { ...topic, [part]: template } : topic,
  );
}

/** Our words as they could be sent as the kitchen's own, to begin from. */
export function oursAsOwn(entry: TextEntry, situation: TextSituation): OwnText {
  if (entry.kind === 'notice') return { text: '', from: null, until: null };
  const ours = oursOf<string | readonly OurTopic[]>(entry, situation);
  if (typeof ours === 'string') return ours;
  return ours.map(({ id, title, text, isRule, onLanding }): OwnTopic =>
    isRule ? { rule: id } : { id, title, text, ...(onLanding && { onLanding }) },
  );
}

/** For reading side by side: paragraphs of a text, rules by their names. */
export function readable(value: OwnText): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value
      .map((topic) => ('rule' in topic ? `(${topic.rule}: ours)` : `${topic.title}\n${topic.text}`))
      .join('\n\n');
  return partsOf(value)
    .map(({ template }) => template)
    .join('\n\n');
}

/** An address that no other topic has. */
export function newTopicId(topics: readonly OwnTopic[]): string {
  const taken = new Set(topics.map((topic) => ('rule' in topic ? topic.rule : topic.id)));
  let number = 1;
  while (taken.has(`own-${number}`)) number += 1;
  return `own-${number}`;
}
