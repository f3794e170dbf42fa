import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A merchant's own pages, on a host of their own, under a policy that lets in checkout.js and nothing else. */
export class MerchantSite {
  private readonly pages = new Map<string, string>();

  private constructor(
    private readonly server: Server,
    private readonly checkout: string,
  ) {}

  static async start(checkout: string): Promise<MerchantSite> {
    const server = createServer((request, response) => site.answer(request.url ?? '/', response));
    const site = new MerchantSite(server, checkout);
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return site;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The same pages under another name, which no app has allowed. */
  get strangeOrigin(): string {
    return this.origin.replace('127.0.0.1', 'localhost');
  }

  /** A page with this in its body; its scripts carry `nonce="page"`. */
  serve(path: string, body: string): string {
    this.pages.set(path, body);
    return this.origin + path;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private answer(url: string, response: import('node:http').ServerResponse): void {
    const path = url.split('?')[0]!;
    const body = this.pages.get(path) ?? `<h1>At ${path.replace(/[^\w/]/g, '')}</h1>`;
    const policy = [
      "default-src 'none'",
      `script-src 'nonce-page' ${this.checkout}`,
      `connect-src ${this.checkout}`,
      `frame-src ${this.checkout}`,
      'img-src data:',
      "form-action 'self'",
    ];
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
    });
    response.end(
      `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`,
    );
  }
}
