import { PaymentsError } from './errors.js';
import type { CredentialName, HostName, Operation } from './resource.js';

/** Who calls, and where. */
export interface CredentialOptions {
  /** A secret key, `sk_live_…` or `sk_test_…`. Servers only. */
  secretKey?: string;
  /** A public key, `pk_live_…` or `pk_test_…`, for the operations that a page may call. */
  publicKey?: string;
  /** The access token of a person's session, as `auth.login` returns it. */
  accessToken?: string;
  /** The token of a checkout session, for what its buyer may do. */
  sessionToken?: string;
  /** The addresses of the hosts that you use. A key of test mode uses `sandbox`. */
  hosts: { readonly [host in HostName]?: string };
}

/** Where a request goes, and the header that admits it. */
export interface Target {
  base: URL;
  header?: readonly [name: string, value: string];
}

const HEADERS: Record<CredentialName, (value: string) => Target['header']> = {
  secretKey: (key) => ['X-API-Key', key],
  publicKey: (key) => ['X-API-Key', key],
  accessToken: (token) => ['Authorization', `Bearer ${token}`],
  sessionToken: (token) => ['X-Session-Token', token],
};
const NAMES = Object.keys(HEADERS) as CredentialName[];
const TEST_KEY = /^(?:[sp]k_test_|ck_(?:sec|pub)_)/;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** Chooses the credential and the host of each operation. */
export class Credentials {
  readonly #values = new Map<CredentialName, string>();
  readonly #hosts = new Map<HostName, URL>();

  constructor({ hosts, ...given }: CredentialOptions) {
    for (const name of NAMES) {
      const value = given[name];
      if (value === undefined) continue;
      // Of a header that is malformed, `fetch` would show the value in its error.
      if (typeof value !== 'string' || !VISIBLE_ASCII.test(value))
        throw new PaymentsError(`${name} is empty, or has characters that no key and no token has.`);
      this.#values.set(name, value);
    }
    for (const [name, address] of Object.entries(hosts ?? {})) {
      if (address === undefined) continue;
      this.#hosts.set(name as HostName, baseOf(name, String(address)));
    }
  }

  /** Throws where no credential or no host fits. */
  targetOf({ name, access }: Operation): Target {
    if (access.none) return { base: this.#baseOf(name, access.none) };
    const found = NAMES.find((credential) => access[credential] && this.#values.has(credential));
    if (!found) {
      const accepted = NAMES.filter((credential) => access[credential]).join(' or ');
      throw new PaymentsError(`${name} needs ${accepted}: give it to new Payments().`);
    }
    const value = this.#values.get(found)!;
    const isKey = found === 'secretKey' || found === 'publicKey';
    const hosts = isKey ? [this.#hostOfKey(name, access[found]!, TEST_KEY.test(value))] : access[found]!;
    return { base: this.#baseOf(name, hosts), header: HEADERS[found](value) };
  }

  /** Reads JSON without credentials that a server might repeat; undefined for other text. */
  parseRedacted(text: string): unknown {
    const redacted = (part: string) =>
      [...this.#values.values()].reduce((all, value) => all.replaceAll(value, '[redacted]'), part);
    try {
      return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? redacted(value) : value));
    } catch {
      return undefined;
    }
  }

  /** A test key reads on the business host what the sandbox does not serve. */
  #hostOfKey(name: string, hosts: readonly HostName[], isTest: boolean): HostName {
    const host = hosts.find((one) => (one === 'sandbox') === isTest) ?? (isTest ? hosts[0] : undefined);
    if (!host) throw new PaymentsError(`${name} takes test keys only.`);
    return host;
  }

  #baseOf(name: string, hosts: readonly HostName[]): URL {
    const host = hosts.find((one) => this.#hosts.has(one));
    if (!host) throw new PaymentsError(`${name} needs hosts.${hosts.join(' or hosts.')} of new Payments().`);
    return this.#hosts.get(host)!;
  }
}

function baseOf(name: string, address: string): URL {
  const url = /^https?:\/\//.test(address) && URL.canParse(address) ? new URL(address) : null;
  // Errors name the address.
  if (!url || url.username !== '' || url.password !== '')
    throw new PaymentsError(`hosts.${name} is no http or https address, or contains a password.`);
  return new URL(address.endsWith('/') ? address : `${address}/`);
}
