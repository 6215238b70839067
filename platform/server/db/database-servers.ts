/**
 * The servers of `DATABASE_URL`. Several are written as libpq does, `postgres://user:password@db-1:5432,db-2:5432/name`:
 * one of them accepts writes, the primary; the others are its standbys until one of them is promoted.
 */
const SEVERAL = /^(?<before>postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)(?<hosts>[^/?#]+)(?<after>.*)$/;

/** The URL of each server alone. */
export function listServerUrls(url: string): string[] {
  const { before = '', hosts = '', after = '' } = SEVERAL.exec(url)?.groups ?? {};
  if (!hosts.includes(',')) return [url];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** `db-1:5432,db-2:5432` */
export function formatServers(url: string): string {
  return listServerUrls(url)
    .map((each) => new URL(each).host)
    .join(',');
}

export function parseServer(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || 5432) };
}
