import type { ReactNode } from 'react';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { MealDetails, MealNumbers, type MealInWords } from './meal-details.tsx';

type MealSheetProps = {
  open: boolean;
  onClose: () => void;
  name: string;
  picture: ReactNode;
  words: MealInWords;
  /** What can be done with the meal from here. */
  actions: ReactNode;
};

/** A meal looked at closer, without leaving what one was doing; on a phone it rises from the foot of the screen. */
export function MealSheet({ open, onClose, name, picture, words, actions }: MealSheetProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={name}
      bodyLabel={`About ${name}`}
      actions={actions}
    >
      <div className="grid gap-4">
        {picture}
        <MealNumbers words={words} />
        <p>{words.description}</p>
        <MealDetails words={words} level={3} />
      </div>
    </Dialog>
  );
}
