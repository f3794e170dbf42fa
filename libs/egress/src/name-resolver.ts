import { promises as dns, type LookupAddress } from 'node:dns';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';

const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
/**
 * Milliseconds per name server and question; each is tried twice. A slow name server delays only the deliveries
 * that use it.
 */
const TIMEOUT_MS = 2000;
const TRIES = 2;
const NO_SUCH_RECORD = new Set(['ENODATA', 'ENOTFOUND']);
const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Resolves a name from the hosts file or by DNS over sockets of this process. The lookup of the system would block
 * one of the few threads that Node also uses for hashing and files, so that one slow name server would delay
 * everything. Search domains of the system do not apply.
 */
export class NameResolver {
  private readonly servers = new dns.Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  private readonly asked = new Map<string, Promise<LookupAddress[]>>();
  private hosts: { changedMs: number; byName: Map<string, LookupAddress[]> } | null = null;

  constructor(private readonly hostsFile = HOSTS_FILE) {}

  /** Name servers, `address:port`, to use in place of the system's. */
  ask(servers: string[]): void {
    this.servers.setServers(servers);
  }

  /**
   * Rejects with `code` ENOTFOUND if the name has no address. Concurrent lookups of a name share one query; answers
   * are not cached.
   */
  resolve(name: string): Promise<LookupAddress[]> {
    const host = name.toLowerCase().replace(/\.$/, '');
    let answer = this.asked.get(host);
    if (!answer) {
      answer = this.find(host).finally(() => this.asked.delete(host));
      this.asked.set(host, answer);
    }
    return answer;
  }

  private async find(host: string): Promise<LookupAddress[]> {
    const family = isIP(host);
    if (family) return [{ address: host, family }];
    const listed = (await this.hostsByName()).get(host);
    if (listed) return listed;
    if (host === 'localhost' || host.endsWith('.localhost')) return LOOPBACK;
    const answers = await Promise.allSettled([this.servers.resolve4(host), this.servers.resolve6(host)]);
    const found = answers.flatMap((answer, place) =>
      answer.status === 'fulfilled'
        ? answer.value.map((address) => ({ address, family: place === 0 ? 4 : 6 }))
        : [],
    );
    if (found.length > 0) return found;
    throw failureOf(host, answers);
  }

  /** The hosts file is read again after a change. */
  private async hostsByName(): Promise<Map<string, LookupAddress[]>> {
    try {
      const { mtimeMs } = await stat(this.hostsFile);
      if (this.hosts?.changedMs !== mtimeMs) {
        const text = await readFile(this.hostsFile, 'utf8');
        this.hosts = { changedMs: mtimeMs, byName: namesIn(text) };
      }
      return this.hosts.byName;
    } catch {
      return new Map();
    }
  }
}

function namesIn(text: string): Map<string, LookupAddress[]> {
  const byName = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address ?? '');
    if (!family) continue;
    for (const name of names.map((given) => given.toLowerCase()))
      byName.set(name, [...(byName.get(name) ?? []), { address: address!, family }]);
  }
  return byName;
}

/** A name has no address: its code is that of `dns.lookup`. */
class LookupFailure extends Error {
  constructor(
    readonly code: string,
    host: string,
  ) {
    super(`${code} ${host}`);
  }
}

/** Distinguishes a name that does not exist from name servers that do not respond. */
function failureOf(host: string, answers: readonly PromiseSettledResult<unknown>[]): LookupFailure {
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []));
  const other = reasons.find(({ code }: NodeJS.ErrnoException) => !NO_SUCH_RECORD.has(code ?? ''));
  const code = other ? ((other as NodeJS.ErrnoException).code ?? 'EAI_AGAIN') : 'ENOTFOUND';
  return new LookupFailure(code, host);
}
