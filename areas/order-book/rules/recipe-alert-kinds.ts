/** `stop`: it may not leave the kitchen. `look`: someone must read the note. `tell`: a diet no longer fits. Ours. */
export const RECIPE_ALERT_KINDS = ['stop', 'look', 'tell'] as const;

export type RecipeAlertKind = (typeof RECIPE_ALERT_KINDS)[number];
