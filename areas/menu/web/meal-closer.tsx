import { type ReactNode, useState } from 'react';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { mealImageSourceSet } from '#areas/menu/rules/meal-image.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useMenu } from './menu-data.ts';
import { LargeMealPicture } from '#areas/menu/web/large-meal-picture.tsx';
import { MealSheet } from '#areas/menu/web/meal-sheet.tsx';
import { mealWords } from './meal-words.ts';

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
        <LargeMealPicture
          meal={shown}
          sourceSet={mealImageSourceSet(shown.imageUrl ?? '')}
          sizes="12rem"
          className="mx-auto w-full max-w-48"
        />
      }
      words={mealWords(shown, { menu, business })}
      actions={actions(shown, onClose)}
    />
  );
}
