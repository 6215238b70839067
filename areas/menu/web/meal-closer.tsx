import { type ReactNode, useState } from 'react';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useMenu } from './menu-data.ts';
import { DishPicture } from '#areas/menu/web/dish-picture.tsx';
import { mealWords } from './meal-words.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { MealDetails, MealNumbers, type MealInWords } from './meal-details.tsx';

const LARGE = { photo: 'aspect-[4/3]' };

type MealCloserProps = {
  meal: MealReply | null;
  onClose: () => void;
  actions: (meal: MealReply, close: () => void) => ReactNode;
};

/** The sheet of a meal of the menu. It stays mounted when it closes, so that the focus returns to where it was. */
export function MealCloser({ meal, onClose, actions }: MealCloserProps) {
  const { business } = useConfig();
  const menu = useMenu();
  const [shown, setShown] = useState(meal);
  if (meal && meal !== shown) setShown(meal);
  if (!shown) return null;
  return (
    <MealSheet
      open={meal !== null}
      onClose={onClose}
      name={shown.name}
      picture={
        <DishPicture
          meal={shown}
          sizes="12rem"
          isAboveFold
          className="mx-auto w-full max-w-48 rounded-2xl"
          classOf={LARGE}
        />
      }
      words={mealWords(shown, { menu, business })}
      actions={actions(shown, onClose)}
    />
  );
}

type MealSheetProps = {
  open: boolean;
  onClose: () => void;
  name: string;
  picture: ReactNode;
  words: MealInWords;
  actions: ReactNode;
};

/** A meal looked at closer, without leaving what one was doing; on a phone it rises from the foot of the screen. */
function MealSheet({ open, onClose, name, picture, words, actions }: MealSheetProps) {
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
