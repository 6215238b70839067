import type { ComponentProps } from 'react';
import { confirm, type Question } from '#platform/web/ui/feedback/confirm.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';

type ChangeButtonProps<Given> = Omit<ComponentProps<typeof Button>, 'busy' | 'onClick'> & {
  change: { isBusy: boolean; run: (given: Given) => void };
  /** The question before it, where something is lost. */
  asks?: Question | false;
} & ([Given] extends [void] ? { given?: undefined } : { given: Given });

/** Makes a change of `useChange`, and is busy while it is under way. */
export function ChangeButton<Given = void>(props: ChangeButtonProps<Given>) {
  const { change, asks = false, given, variant = 'quiet', size = 'small', ...button } = props;
  async function press() {
    if (!asks || (await confirm(asks))) change.run(given as Given);
  }
  return (
    <Button
      {...button}
      variant={variant}
      size={size}
      busy={change.isBusy}
      onClick={() => void press()}
    />
  );
}
