/** `warning`: it works, but someone should know. `failure`: it does not work, or the books are wrong. */
export type Finding = { about: string; state: 'ok' | 'warning' | 'failure'; says: string };

export function ok(about: string, detail: string): Finding {
  return { about, state: 'ok', says: detail };
}

export function warning(about: string, detail: string): Finding {
  return { about, state: 'warning', says: detail };
}

export function failure(about: string, detail: string): Finding {
  return { about, state: 'failure', says: detail };
}

/** An error during a check is a failure too. */
export async function runCheck(about: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    return failure(about, error instanceof Error ? error.message : String(error));
  }
}
