import type { ReactNode } from 'react';
import type { OurTopic, OwnTopic } from '#areas/business/rules/texts/text-entry.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { newTopicId } from './text-parts.ts';

type TopicsFieldProps = {
  topics: readonly OwnTopic[];
  rules: readonly OurTopic[];
  most: number;
  /** Of questions: whether each stands on the landing page too. */
  asksForLanding: boolean;
  onChange: (topics: OwnTopic[]) => void;
  /** The field of a title or text, by its path. */
  field: (path: string, label: string, isLong: boolean) => ReactNode;
  /** What our rules say now, by their id. */
  ruleText: (id: string) => ReactNode;
};

/** Topics in sequence: the kitchen's own, and between them our rules, which stay as they are. */
export function TopicsField(props: TopicsFieldProps) {
  const { topics, rules, most, asksForLanding, onChange, field, ruleText } = props;
  const move = (from: number, to: number) => {
    const moved = [...topics];
    const [topic] = moved.splice(from, 1);
    if (topic) moved.splice(to, 0, topic);
    onChange(moved);
  };
  return (
    <div className="grid gap-4">
      <ol className="grid gap-4">
        {topics.map((topic, index) => {
          if ('rule' in topic) {
            const rule = rules.find(({ id }) => id === topic.rule);
            return (
              <li key={topic.rule} className="rounded-2xl bg-sunken px-4 py-2">
                <details>
                  <summary className="min-h-11 cursor-pointer py-2">
                    <span className="font-semibold">{rule?.title ?? topic.rule}</span>{' '}
                    <span className="text-sm text-ink-soft">written by us from your facts</span>
                  </summary>
                  <div className="grid gap-2 pb-2 text-sm">{ruleText(topic.rule)}</div>
                </details>
              </li>
            );
          }
          const number = index + 1;
          return (
            <li key={topic.id} className="grid gap-3 rounded-2xl border border-line p-4">
              {field(`${index}.title`, most === 1 ? 'Heading' : `Heading ${number}`, false)}
              {field(`${index}.text`, most === 1 ? 'Text' : `Text ${number}`, true)}
              {most > 1 && (
                <div className="flex flex-wrap gap-2">
                  {asksForLanding && (
                    <CheckChip
                      checked={topic.onLanding === true}
                      onToggle={() =>
                        onChange(
                          topics.map((each) =>
                            each === topic
                              ? { ...topic, onLanding: topic.onLanding ? undefined : true }
                              : each,
                          ),
                        )
                      }
                    >
                      On the landing page<VisuallyHidden>: {topic.title}</VisuallyHidden>
                    </CheckChip>
                  )}
                  <Button
                    variant="quiet"
                    size="small"
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  >
                    Up<VisuallyHidden>: {topic.title}</VisuallyHidden>
                  </Button>
                  <Button
                    variant="quiet"
                    size="small"
                    disabled={index === topics.length - 1}
                    onClick={() => move(index, index + 1)}
                  >
                    Down<VisuallyHidden>: {topic.title}</VisuallyHidden>
                  </Button>
                  <Button
                    variant="quiet"
                    size="small"
                    onClick={() => onChange(topics.filter((each) => each !== topic))}
                  >
                    Remove<VisuallyHidden> {topic.title}</VisuallyHidden>
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ol>
      {topics.length < most && (
        <Button
          variant="secondary"
          size="small"
          className="justify-self-start"
          onClick={() => onChange([...topics, { id: newTopicId(topics), title: '', text: '' }])}
        >
          Add one
        </Button>
      )}
    </div>
  );
}
