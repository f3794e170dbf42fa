import type { Scene, Variant } from '../support/figures';
import { Load } from '../support/load';
import { sessionId, settlePeople, userId } from '../support/people';
import { bearerOf } from '../support/requests';
import type { Server } from '../support/server';
import { Service } from '../support/service';

const DATABASE = 'bench_acting';
const CONNECTIONS = 64;
const PEOPLE = 10;
const [OWNER, MEMBER] = [0, 1];

/** The balance of a business, read by its owner and by a member of its team. */
export async function actingScene(server: Server): Promise<Scene> {
  const config = await server.create(DATABASE);
  await settlePeople(config, PEOPLE);
  await joinTeam(server);
  await server.settle(DATABASE);
  const load = new Load();
  const env = { DATABASE_URL: config.env.DATABASE_URL, RATE_LIMITS: 'false' };
  let service: Service | undefined;
  const read = (figure: string, person: number): Variant => ({
    figures: [figure],
    async prepare() {
      service ??= await Service.start('apps/business-api/src/main.js', env);
    },
    async measure(seconds) {
      const text =
        'GET /api/wallet.php?action=balance HTTP/1.1\r\nHost: 127.0.0.1\r\n' +
        `Authorization: Bearer ${bearerOf(person)}\r\n\r\n`;
      const request = { kind: 'fixed', text } as const;
      return [await load.rate({ ports: [service!.port], connections: CONNECTIONS, seconds, request })];
    },
  });
  return {
    variants: [read('own', OWNER), read('acting', MEMBER)],
    async close() {
      load.stop();
      await service?.stop();
      await server.drop(DATABASE);
    },
  };
}

/** The session of the member, who has two-factor authentication, acts for the account of the owner. */
async function joinTeam(server: Server): Promise<void> {
  const [account, member] = [userId(OWNER), userId(MEMBER)];
  await server.run(`UPDATE users SET kyb_status = 'approved' WHERE id = $1`, DATABASE, [account]);
  await server.run(
    `INSERT INTO team_members (account_id, user_id, role, invited_by, joined_at) VALUES ($1, $2, 'finance', $1, now())`,
    DATABASE,
    [account, member],
  );
  await server.run(
    `INSERT INTO two_factors (id, version, secret_ciphertext, last_step, enabled_at) VALUES ($1, 1, '', 0, now())`,
    DATABASE,
    [member],
  );
  await server.run('UPDATE sessions SET account_id = $1 WHERE id = $2', DATABASE, [
    account,
    sessionId(MEMBER),
  ]);
}
