import { type ReactNode, useState } from 'react';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useMenu } from './menu-data.ts';
import { DishPicture } from '#areas/menu/web/dish-picture.tsx';
import { MealSheet } from '#areas/menu/web/meal-sheet.tsx';
import { mealWords } from './meal-words.ts';

const LARGE = { photo: 'aspect-[4/3]' };

type MealCloserProps = {
  /** Null: closed. */
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
