/** Why the app cannot listen, as one line that names the variable and says what to do. */
export function explainListenError(error: unknown, at: { port: number; host: string }): Error {
  const { code } = (error ?? {}) as { code?: string };
  const { port, host } = at;
  if (code === 'EADDRINUSE') {
    return new Error(
      `PORT ${port} is taken by another program. Stop that program, or set PORT to a free port.`,
    );
  }
  if (code === 'EACCES') {
    return new Error(`PORT ${port} needs root. Set PORT to 1024 or more, behind a web server.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new Error(`HOST ${host} is not an address of this machine. Correct HOST.`);
  }
  return error instanceof Error ? error : new Error(String(error));
}
