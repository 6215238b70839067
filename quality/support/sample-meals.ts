/** The sample menu for tests of the browser, which know nothing of the server. */
import sampleMenu from '#server/menu/sample-menu.json' with { type: 'json' };

export const sampleMeals = sampleMenu;
