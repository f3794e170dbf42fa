import type { HostName } from '@app/config';
import { html } from '@app/pages';
import { sitePage } from './site.page';

export type ApiHost = Exclude<HostName, 'scheduler'>;

/** What each host is and which credentials it takes. */
export const HOSTS: Record<ApiHost, { name: string; about: string; takes: string }> = {
  business: {
    name: 'Business API',
    about:
      'Wallets, deposits, payouts, payroll, escrow, invoices and subscriptions, for the servers of merchants and for staff.',
    takes: 'Live secret keys (sk_live_…) and sessions of people; test keys may read.',
  },
  checkout: {
    name: 'Checkout API',
    about: 'Checkout sessions with real money, and the payment page that buyers see.',
    takes: 'Live keys: sk_live_… on servers, pk_live_… in browsers.',
  },
  sandbox: {
    name: 'Sandbox API',
    about: 'The checkout API for tests. A simulated card company answers, and no money moves.',
    takes: 'Test keys: sk_test_… on servers, pk_test_… in browsers.',
  },
  app: {
    name: 'App API',
    about: 'Wallets, transfers, payouts and escrow of people who are signed in.',
    takes: 'Sessions of people, and no API key.',
  },
};

export interface Landing {
  host: ApiHost;
  urls: Record<ApiHost, string>;
  /** The address of the style sheet. */
  style: string;
}

/** The page of a host at `/`: what it is, and where to read on. */
export function landingPage({ host, urls, style }: Landing): string {
  const { name, about, takes } = HOSTS[host];
  const others = (Object.keys(HOSTS) as ApiHost[]).filter((other) => other !== host);
  return sitePage({
    title: name,
    style,
    isLanding: true,
    content: html`<h1>${name}</h1>
      <p class="lead">${about}</p>
      <div class="cards">
        <a href="/docs/start/quickstart"><b>Quickstart</b>From installation to a paid order</a>
        <a href="/docs/reference"><b>API reference</b>Every operation of this host, to read and to try</a>
        <a href="/docs"><b>Documentation</b>All pages by reader</a>
      </div>
      <dl class="facts">
        <dt>Address</dt>
        <dd><code>${urls[host]}</code></dd>
        <dt>Credentials</dt>
        <dd>${takes}</dd>
        <dt>OpenAPI document</dt>
        <dd><a href="/docs/openapi.json">${urls[host]}/docs/openapi.json</a></dd>
        ${others.map(
          (other) =>
            html`<dt>${HOSTS[other].name}</dt>
              <dd><a href="${urls[other]}">${urls[other]}</a></dd>`,
        )}
      </dl>`,
  });
}
