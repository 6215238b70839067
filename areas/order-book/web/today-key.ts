/** What Today in the portal shows: asked again after a change. */
export const TODAY_KEY = ['today'];
