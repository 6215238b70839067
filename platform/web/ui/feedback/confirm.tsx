import { type ReactNode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from './dialog.tsx';

export type Question = {
  title: string;
  /** What is lost, by name. */
  text: ReactNode;
  /** The verb of the button. */
  act: string;
  /** The way out. */
  keep?: string;
  /** False: nothing is lost. */
  danger?: boolean;
};

/**
 * Asks before something that cannot be undone: true if they want it. The way out has the focus, so Enter loses
 * nothing. For questions with fields, or whose answer can fail: `ActionDialog`.
 */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const place = document.body.appendChild(document.createElement('div'));
    place.dataset['question'] = '';
    const root = createRoot(place);
    const leave = () => {
      root.unmount();
      place.remove();
    };
    root.render(<Asking {...question} onAnswer={resolve} onGone={leave} />);
  });
}

/** The question before unsaved changes are lost. `what`: "this week’s menu". */
export function confirmLeave(what: string): Promise<boolean> {
  return confirm({
    title: 'Leave without saving?',
    text: `Your changes to ${what} will be lost.`,
    act: 'Leave',
    keep: 'Stay',
  });
}

type AskingProps = Question & { onAnswer: (isSure: boolean) => void; onGone: () => void };

function Asking({ title, text, act, keep = 'Cancel', danger = true, ...on }: AskingProps) {
  const { onAnswer, onGone } = on;
  const [answer, setAnswer] = useState<boolean | null>(null);
  useEffect(() => {
    if (answer === null) return;
    // The dialog has closed, and what opened it has the focus again.
    onAnswer(answer);
    queueMicrotask(onGone);
  }, [answer, onAnswer, onGone]);
  return (
    <Dialog
      open={answer === null}
      title={title}
      onClose={() => setAnswer(false)}
      actions={
        <>
          <Button variant="secondary" size="small" onClick={() => setAnswer(false)}>
            {keep}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            size="small"
            onClick={() => setAnswer(true)}
          >
            {act}
          </Button>
        </>
      }
    >
      <div className="grid gap-2">{typeof text === 'string' ? <p>{text}</p> : text}</div>
    </Dialog>
  );
}
