import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GatewayOutcomeUnknown } from '@app/charges';
import { FlutterwaveChargebacks } from './flutterwave-chargebacks.adapter';

const ROW = {
  id: 7,
  transaction_id: 1000001,
  amount: 25,
  currency: 'NGN',
  status: 'initiated',
  stage: 'new',
};

describe('the chargebacks of Flutterwave', () => {
  let server: Server;
  let source: FlutterwaveChargebacks;
  let pages: object[];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const page = Number(new URL(request.url!, 'http://gateway').searchParams.get('page') ?? 1);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ status: 'success', message: 'Fetched', ...pages[page - 1] }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    source = new FlutterwaveChargebacks({ baseUrl, secretKey: 'key', encryptionKey: 'k'.repeat(24) });
  });
  afterAll(async () => {
    await source.onApplicationShutdown();
    await new Promise((resolve) => server.close(resolve));
  });

  const meta = (total_pages: unknown) => ({ meta: { page_info: { total_pages } } });

  it('are read from every page, and rows without a name or a transaction are counted', async () => {
    const { id, ...nameless } = ROW;
    pages = [
      { data: [ROW, nameless], ...meta(2) },
      { data: [{ ...ROW, id: id + 1 }, 'no row'], ...meta(2) },
    ];
    const { chargebacks, unreadable } = await source.since(new Date());
    expect([chargebacks.map((found) => found.id), unreadable]).toEqual([['7', '8'], 2]);
    expect((await source.byId('7'))?.id).toBe('7');
  });

  it('are not taken for complete without a number of pages that makes sense', async () => {
    pages = [{ data: [ROW], ...meta('many') }];
    await expect(source.since(new Date())).rejects.toThrow(GatewayOutcomeUnknown);
    pages = [{ data: [ROW] }];
    expect((await source.since(new Date())).chargebacks).toHaveLength(1);
  });
});
