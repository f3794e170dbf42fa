import { promises as dns, type LookupAddress } from 'node:dns';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';

const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
/** Per name server and question, tried twice: a slow one costs a delivery its time and nobody else's. */
const TIMEOUT_MS = 2000;
const TRIES = 2;
const NO_SUCH_RECORD = new Set(['ENODATA', 'ENOTFOUND']);
const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Finds the addresses of a name: in the hosts file, else by asking the name servers over sockets of the process's own.
 * The system's way holds one of the few threads that all of Node shares until the answer comes, so that one slow name
 * server would hold up every other name, and hashing, and files. Names are asked for as they stand: search domains of
 * the system do not apply.
 */
export class NameResolver {
  private readonly servers = new dns.Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  private readonly asked = new Map<string, Promise<LookupAddress[]>>();
  private hosts: { changedMs: number; byName: Map<string, LookupAddress[]> } | null = null;

  constructor(private readonly hostsFile = HOSTS_FILE) {}

  /** Directs questions to these name servers, `address:port`, in place of the system's. */
  ask(servers: string[]): void {
    this.servers.setServers(servers);
  }

  /** Rejects with `code` ENOTFOUND where the name has no address. Questions under way are shared; answers are not kept. */
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

  /** Read again when the file has changed. */
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

/** That a name does not exist is told from name servers that do not answer. */
function failureOf(host: string, answers: readonly PromiseSettledResult<unknown>[]): Error {
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []));
  const other = reasons.find(({ code }: NodeJS.ErrnoException) => !NO_SUCH_RECORD.has(code ?? ''));
  const code = other ? ((other as NodeJS.ErrnoException).code ?? 'EAI_AGAIN') : 'ENOTFOUND';
  return Object.assign(new Error(`${code} ${host}`), { code });
}
