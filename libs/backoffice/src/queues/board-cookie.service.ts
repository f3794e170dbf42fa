import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookie of a visit to the queue board, the only cookie of the product. */
@Injectable()
export class BoardCookieService {
  private readonly name: string;
  private readonly attributes: string;

  constructor(config: Config) {
    const isHttps = config.urls.business.startsWith('https:');
    // Browsers accept a name with this prefix only from this host itself, with Secure and this path.
    this.name = isHttps ? '__Host-queue_board' : 'queue_board';
    this.attributes = `HttpOnly; SameSite=Strict; Path=/${isHttps ? '; Secure' : ''}`;
  }

  set(reply: FastifyReply, value: string, seconds: number): void {
    void reply.header('set-cookie', `${this.name}=${value}; ${this.attributes}; Max-Age=${seconds}`);
  }

  /** The value that the browser sent; '' without one. */
  read({ headers }: Pick<FastifyRequest, 'headers'>): string {
    const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(`${this.name}=`))?.slice(this.name.length + 1) ?? '';
  }
}
