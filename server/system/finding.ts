/** `warning`: it works, but somebody should know. `failure`: it does not, or the books are wrong. */
export type Finding = { about: string; state: 'ok' | 'warning' | 'failure'; says: string };

export function ok(about: string, says: string): Finding {
  return { about, state: 'ok', says };
}

export function warning(about: string, says: string): Finding {
  return { about, state: 'warning', says };
}

export function failure(about: string, says: string): Finding {
  return { about, state: 'failure', says };
}

/** What goes wrong while looking is a failure too. */
export async function lookAt(about: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    return failure(about, error instanceof Error ? error.message : String(error));
  }
}
