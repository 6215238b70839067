/** A release as customers and staff reach it: by HTTP alone, so that the same calls work on any release. */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type SiteAnswer = { status: number; body: unknown; cookies: string[] };

export type Storefront = {
  /** A form is sent as one, everything else as JSON. */
  call(
    method: Method,
    path: string,
    body?: object | URLSearchParams,
    cookie?: string,
  ): Promise<SiteAnswer>;
};

/** Calls that must succeed; `T` is what the release says it replies. */
export type Caller = <T>(
  method: Method,
  path: string,
  body?: object | URLSearchParams,
) => Promise<T>;

/** Throws with the release's own words when a call is refused. */
export function callerOf(site: Storefront, cookie?: string): Caller {
  return async <T>(method: Method, path: string, body?: object | URLSearchParams) => {
    const { status, body: reply } = await site.call(method, path, body, cookie);
    if (status >= 200 && status < 300) return reply as T;
    throw new Error(`${method} ${path} was answered ${status}: ${JSON.stringify(reply)}`);
  };
}

/** Signs in; the returned calls are that person's. */
export async function signInAt(
  site: Storefront,
  { email, password }: { email: string; password: string },
): Promise<Caller> {
  const { status, cookies } = await site.call('POST', '/api/auth/sign-in/email', {
    email,
    password,
  });
  if (status !== 200) throw new Error(`${email} was not let in: ${status}`);
  return callerOf(site, cookies.map((cookie) => cookie.split(';')[0]).join('; '));
}

/** The running release at an address. */
export function siteAt(url: string): Storefront {
  return {
    async call(method, path, body, cookie) {
      const isForm = body instanceof URLSearchParams;
      const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { ...(body && { 'content-type': type }), ...(cookie && { cookie }) },
        body: isForm ? body.toString() : body ? JSON.stringify(body) : null,
      });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
      return {
        status: answer.status,
        body: isJson && text !== '' ? (JSON.parse(text) as unknown) : text,
        cookies: answer.headers.getSetCookie(),
      };
    },
  };
}
