import { createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '@app/config';
import { Clock, DomainError } from '@app/kernel';
import { Agent, request } from 'undici';

const ALGORITHM = 'SHA256withRSA';
const FETCH_TIMEOUT_MS = 5_000;
const LARGEST_CERTIFICATE_BYTES = 64 * 1024;
const KEPT_MS = 3600_000;
const MAX_KEPT = 8;
const MIN_KEY_BITS = 2048;

export interface SignedEvent {
  headers: Record<string, string | string[] | undefined>;
  /** The body as it came. */
  body: string;
}

/**
 * The external wallet's signature: RSA over transmission id, time, our webhook's id and a checksum of the body. The
 * certificate is fetched from where the event says, if that is one of the company's own hosts.
 */
@Injectable()
export class ExternalWalletSignatureService implements OnApplicationShutdown {
  private readonly agent = new Agent({ connections: 2 });
  private readonly keys = new Map<string, { key: KeyObject; until: number }>();

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Throws SERVICE_UNAVAILABLE where the certificate cannot be had just now: the company then sends again. */
  async isGenuine({ headers, body }: SignedEvent): Promise<boolean> {
    const [id, time, signature, url, algorithm] = ['id', 'time', 'sig']
      .map((name) => headers[`paypal-transmission-${name}`])
      .concat(headers['paypal-cert-url'], headers['paypal-auth-algo'])
      .map((value) => (typeof value === 'string' ? value : ''));
    const { webhookId } = this.config.extwallet;
    const isComplete = Boolean(id && time && signature && webhookId) && algorithm === ALGORITHM;
    if (!isComplete || !this.isTheirs(url!)) return false;
    const key = await this.keyAt(url!);
    const signed = `${id}|${time}|${webhookId}|${crc32(body)}`;
    return key !== null && verify('RSA-SHA256', Buffer.from(signed), key, Buffer.from(signature!, 'base64'));
  }

  onApplicationShutdown(): Promise<void> {
    return this.agent.destroy();
  }

  private isTheirs(address: string): boolean {
    const { env, extwallet, urls } = this.config;
    if (extwallet.provider === 'simulator')
      return address === `${urls.sandbox}/simulator/extwallet/certificate`;
    if (!URL.canParse(address)) return false;
    const { protocol, hostname, port, username, password } = new URL(address);
    const isPlain = protocol === 'https:' && port === '' && username === '' && password === '';
    return (
      isPlain && env.EXTWALLET_CERT_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`))
    );
  }

  private async keyAt(url: string): Promise<KeyObject | null> {
    const kept = this.keys.get(url);
    const now = this.clock.now().getTime();
    if (kept && kept.until > now) return kept.key;
    const key = keyOf(await this.fetch(url), new Date(now));
    if (!key) return null;
    if (this.keys.size >= MAX_KEPT) this.keys.delete(this.keys.keys().next().value!);
    this.keys.set(url, { key, until: now + KEPT_MS });
    return key;
  }

  private async fetch(url: string): Promise<string> {
    try {
      const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
      const answer = await request(url, { dispatcher: this.agent, signal });
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > LARGEST_CERTIFICATE_BYTES) throw new Error('certificate too large');
        chunks.push(chunk);
      }
      if (answer.statusCode !== 200) throw new Error(`certificate answered ${answer.statusCode}`);
      return Buffer.concat(chunks).toString('utf8');
    } catch {
      throw new DomainError(
        'unavailable',
        'SERVICE_UNAVAILABLE',
        'The certificate of this event could not be fetched.',
        { retry_after: 60 },
      );
    }
  }
}

/** Null where the text is no key fit to sign with, or its certificate is out of date. */
function keyOf(pem: string, now: Date): KeyObject | null {
  try {
    const key = pem.includes('BEGIN CERTIFICATE')
      ? validKey(new X509Certificate(pem), now)
      : createPublicKey(pem);
    const isStrong = (key?.asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_KEY_BITS;
    return key?.asymmetricKeyType === 'rsa' && isStrong ? key : null;
  } catch {
    return null;
  }
}

function validKey(certificate: X509Certificate, now: Date): KeyObject | null {
  const isValid = new Date(certificate.validFrom) <= now && now <= new Date(certificate.validTo);
  return isValid ? certificate.publicKey : null;
}
