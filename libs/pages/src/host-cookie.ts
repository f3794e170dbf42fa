import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cookie that only pages of one host send, and that no script reads. */
export class HostCookie {
  private readonly name: string;
  private readonly attributes: string;

  constructor(name: string, baseUrl: string) {
    const isHttps = baseUrl.startsWith('https:');
    // Browsers accept a name with this prefix only from this host itself, with Secure and this path.
    this.name = isHttps ? `__Host-${name}` : name;
    this.attributes = `HttpOnly; SameSite=Strict; Path=/${isHttps ? '; Secure' : ''}`;
  }

  set(reply: FastifyReply, value: string, seconds: number): void {
    void reply.header('set-cookie', `${this.name}=${value}; ${this.attributes}; Max-Age=${seconds}`);
  }

  clear(reply: FastifyReply): void {
    this.set(reply, '', 0);
  }

  /** The value that the browser sent; '' without one. */
  read({ headers }: Pick<FastifyRequest, 'headers'>): string {
    const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(`${this.name}=`))?.slice(this.name.length + 1) ?? '';
  }
}
