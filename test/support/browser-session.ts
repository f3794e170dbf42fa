import { type HttpAnswer, httpClient } from './http-client';
import type { Platform } from './platform';

/** A browser with the cookies of the console, without a page. */
export class BrowserSession {
  readonly cookies = new Map<string, string>();
  private readonly origin: string;

  constructor(
    private readonly platform: Platform,
    private readonly address = '198.51.100.7',
  ) {
    this.origin = platform.urls.business;
  }

  signIn(body: object, headers?: Record<string, string>): Promise<HttpAnswer> {
    return this.send('POST', '/session', body, headers);
  }

  token(headers?: Record<string, string>): Promise<HttpAnswer> {
    return this.send('POST', '/session/token', {}, headers);
  }

  switchTo(accountId: string): Promise<HttpAnswer> {
    return this.send('POST', '/session/account', { account_id: accountId });
  }

  signOut(): Promise<HttpAnswer> {
    return this.send('DELETE', '/session', {});
  }

  /** As a page of the host does; `headers` replace those of the browser. */
  async send(
    method: string,
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<HttpAnswer> {
    const answer = await httpClient(method, this.platform.urls.business + path, body, {
      headers: {
        origin: this.origin,
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': this.address,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}
