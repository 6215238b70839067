import { z } from 'zod';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';

export const MealTypeText = z.enum(MEAL_TYPES);
