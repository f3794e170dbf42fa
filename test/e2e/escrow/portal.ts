import { EscrowTokensService } from '../../../libs/escrow/src/escrows/escrow-tokens.service';
import type { Platform } from '../../support/platform';

/** The portal as a browser without scripts uses it: it reads pages and sends their forms. */
export class Portal {
  readonly url: string;

  constructor(platform: Platform, uuid: string, host: 'checkout' | 'sandbox' = 'checkout') {
    this.url = `${platform.urls[host]}/escrow/${platform.inside('business', EscrowTokensService).tokenOf(uuid)}`;
  }

  async read(query = ''): Promise<{ status: number; text: string; headers: Headers }> {
    const answer = await fetch(this.url + query, { headers: { 'accept-language': 'en' } });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  }

  async send(form: string, fields: Record<string, string>, query = '') {
    const body = new URLSearchParams(fields);
    const answer = await fetch(`${this.url}/${form}${query}`, { method: 'POST', body, redirect: 'manual' });
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
  }
}
