/** `warning`: it works, but someone should know. `failure`: it does not work, or the books are wrong. */
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

/** An error during a check is a failure too. */
export async function lookAt(about: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    return failure(about, error instanceof Error ? error.message : String(error));
  }
}
