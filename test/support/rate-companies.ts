import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = { status?: number; body: unknown } | 'drop';
type Company = 'frankfurter' | 'openexchangerates' | 'er-api';

const PATHS: Readonly<Record<Company, string>> = {
  frankfurter: '/v2/rates',
  openexchangerates: '/api/latest.json',
  'er-api': '/v6/latest/USD',
};

/** A local HTTP server that answers as the companies that publish exchange rates do, with recorded shapes. */
export class RateCompanies {
  static readonly appId = 'rates-app-id';
  /** The addresses that were asked for. */
  readonly asked: string[] = [];
  /** A company without an answer closes the connection. */
  private readonly answers = new Map<Company, Answer>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<RateCompanies> {
    const server = createServer();
    const companies = new RateCompanies(server);
    server.on('request', (request, response) => {
      companies.asked.push(request.url!);
      const { pathname } = new URL(request.url!, 'http://local');
      const company = (Object.keys(PATHS) as Company[]).find((name) => PATHS[name] === pathname);
      const answer = (company && companies.answers.get(company)) ?? 'drop';
      if (answer === 'drop') return request.socket.destroy();
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' });
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return companies;
  }

  get env() {
    const url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return {
      FX_FRANKFURTER_URL: `${url}/v2`,
      FX_OPENEXCHANGERATES_URL: `${url}/api`,
      FX_OPENEXCHANGERATES_APP_ID: RateCompanies.appId,
      FX_ER_API_URL: `${url}/v6`,
    };
  }

  answer(company: Company, answer: Answer): void {
    this.answers.set(company, answer);
  }

  /** Rows of Frankfurter v2, all of one date. */
  frankfurter(date: string, rates: Record<string, number>): void {
    const rows = Object.entries(rates).map(([quote, rate]) => ({ date, base: 'USD', quote, rate }));
    this.answer('frankfurter', { body: rows });
  }

  openExchangeRates(at: Date, rates: Record<string, number>): void {
    const disclaimer = 'Usage subject to terms: https://openexchangerates.org/terms';
    const timestamp = Math.floor(at.getTime() / 1000);
    this.answer('openexchangerates', { body: { disclaimer, timestamp, base: 'USD', rates } });
  }

  /** A daily update at `at`; the next one follows a day later. */
  erApi(at: Date, rates: Record<string, number>): void {
    const time_last_update_unix = Math.floor(at.getTime() / 1000);
    const time_next_update_unix = time_last_update_unix + 86_400;
    this.answer('er-api', {
      body: {
        result: 'success',
        provider: 'https://www.exchangerate-api.com',
        time_last_update_unix,
        time_next_update_unix,
        time_eol_unix: 0,
        base_code: 'USD',
        rates: { USD: 1, ...rates },
      },
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
