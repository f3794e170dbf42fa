import { Injectable, Logger } from '@nestjs/common';
import { Config } from '@app/config';
import { type DomainError, invalid } from '@app/kernel';
import { NameResolver } from './name-resolver';
import { isPublicAddress } from './public-address';

const MAX_URL = 2048;
const PRODUCTION_PORTS = new Set(['', '443', '8443']);

/** Decides to which addresses requests of customers may go. */
@Injectable()
export class EgressPolicy {
  readonly allowsPrivate: boolean;
  readonly names = new NameResolver();
  private readonly production: boolean;

  constructor(config: Config) {
    this.allowsPrivate = config.webhookAllowPrivate;
    this.production = config.isProduction;
    if (this.allowsPrivate) {
      new Logger('Egress').warn(
        'WEBHOOK_ALLOW_PRIVATE is on: webhooks may reach private and loopback addresses.',
      );
    }
  }

  /**
   * Throws VALIDATION_ERROR if requests may not go to the URL, by its form or by the current addresses of its name.
   * A name that does not resolve is accepted, because the connection is checked again.
   */
  async assertAllowedUrl(text: string, field = 'url'): Promise<void> {
    const url = this.parse(text);
    if (typeof url === 'string') throw refusal(field, url);
    if (this.allowsPrivate) return;
    const host = hostOf(url);
    const addresses = await this.names.resolve(host).catch(() => []);
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      throw refusal(field, 'must lead to a public address');
  }

  /** Returns the URL, or the error in its form. */
  parse(text: string): URL | string {
    if (text.length > MAX_URL || !URL.canParse(text)) return 'must be an absolute URL';
    const url = new URL(text);
    if (url.protocol !== 'https:' && (this.production || url.protocol !== 'http:'))
      return 'must be an https URL';
    if (url.username || url.password) return 'must not hold a user name or password';
    if (this.production && !PRODUCTION_PORTS.has(url.port)) return 'must use port 443 or 8443';
    return url;
  }

  /** Whether a connection to this address is allowed. */
  allows(address: string): boolean {
    return this.allowsPrivate || isPublicAddress(address);
  }
}

const TARGET_AS_GIVEN = /^https?:\/\/[^/?#\\\s]+([/?][!"$-[\]-~]*)?(?:#.*)?$/i;

/**
 * The path and query for the request line: the characters of `text`, the URL as given, because a signed query is valid
 * only unchanged; as the URL parser encodes them where a request line cannot carry them.
 */
export function targetOf(text: string, url: URL): string {
  const given = TARGET_AS_GIVEN.exec(text);
  if (!given) return `${url.pathname}${url.search}`;
  const [, target = '/'] = given;
  return target.startsWith('?') ? `/${target}` : target;
}

/** The host in the form that sockets use: an IPv6 literal without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

function refusal(field: string, problem: string): DomainError {
  return invalid(field, `The ${field} ${problem}.`);
}
