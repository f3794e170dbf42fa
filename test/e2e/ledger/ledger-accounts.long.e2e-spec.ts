import { wholeReference } from '../../support/api-reference';
import { CARDS } from '../../support/test-cards';
import type { TestStaff, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Depositor } from '../business-api/card-deposits';

interface TrialRow {
  code: string;
  currency: string;
  accounts: number;
  account_id: string | null;
  balance: string;
}

describe('Accounts of the books, for staff', () => {
  let platform: Platform;
  let support: TestStaff;
  let sender: TestUser;
  let recipient: TestUser;
  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    support = await platform.staff('support');
    [sender, recipient] = [await platform.signUp(), await platform.signUp({ currency: 'USD' })];
    await new Depositor(platform, sender.id, { token: sender.token }).charge(CARDS.approved);
    await platform.fund(sender, 'NGN', '10000.00');
  });
  afterAll(() => platform?.proveAndStop());

  const ask = (query: string) =>
    platform.get('business', `admin.php?section=ledger&action=${query}`, { token: support.token });
  const account = (id: string) => ask(`account&id=${id}`);
  const trial = async () => (await ask('trial-balance')).body.accounts as TrialRow[];
  const own = async (code: string, currency = 'NGN') =>
    (await trial()).find((row) => row.code === code && row.currency === currency)!;

  async function transfer(amount: number) {
    const body = { recipient: recipient.usertag, amount, pin: sender.pin };
    const options = { token: sender.token };
    const answer = await platform.post('business', 'wallet.php?action=transfer', body, options);
    expect(answer.status).toBe(200);
    return answer.body.transaction_id as string;
  }

  it("have the trial balance's balance, sealed or not, where they are the service's own", async () => {
    const agrees = async () => {
      const rows = (await trial()).filter(({ account_id: id }) => id !== null);
      const codes = new Set(rows.map(({ code }) => code));
      for (const code of ['card-gateway-clearing', 'transfer-fees', 'fx-pool', 'unapplied'])
        expect(codes).toContain(code);
      for (const { account_id: id, code, currency, accounts, balance } of rows) {
        expect(accounts).toBe(1);
        expect((await account(id!)).body).toMatchObject({ id, code, owner_id: null, currency, balance });
      }
      return rows.filter(({ balance }) => balance !== '0.00').map(({ code }) => code);
    };
    await transfer(1000);
    await platform.sealJournals();
    const moved = await agrees();
    for (const code of ['card-gateway-clearing', 'transfer-fees', 'fx-pool']) expect(moved).toContain(code);

    await platform.holdJobs();
    const before = await own('transfer-fees');
    await transfer(2000);
    await agrees();
    expect((await own('transfer-fees')).balance).toBe((Number(before.balance) + 2).toFixed(2));
    await platform.sealJournals();
    await agrees();
  });

  it("show newest first what moved; of the service's own no number and no balance, since none is kept", async () => {
    const ids = [await transfer(100), await transfer(200)];
    const { account_id: id } = await own('transfer-fees');
    const { status, body } = await account(id!);
    expect(status).toBe(200);
    expect(body.movements.slice(0, 2)).toEqual(
      [
        [ids[1], '0.20'],
        [ids[0], '0.10'],
      ].map(([journal, amount]) => ({
        journal,
        seq: null,
        type: 'transfer',
        amount,
        balance_after: null,
        created_at: expect.stringMatching(/Z$/),
      })),
    );
  });

  it('are as many movements as there were transactions lately, the oldest left out', async () => {
    for (let times = 0; times < 52; times++) await platform.fund(recipient, 'USD', '1.00');
    const { account_id: id } = await own('opening-balances', 'USD');
    const { movements } = (await account(id!)).body;
    expect(movements).toHaveLength(50);
    expect(new Set(movements.map(({ amount }: { amount: string }) => amount))).toEqual(new Set(['-1.00']));
  });

  it("name kind and owner of a customer's, and number its movements", async () => {
    const journal = await transfer(50);
    const [row] = await platform.sql<{ id: string }>(
      `SELECT id FROM ledger.accounts WHERE owner_id = $1 AND code = 'available' AND currency = 'NGN'`,
      [sender.id],
    );
    const id = row!.id;
    const wallet = await platform.get('business', 'wallet.php?action=balance&currency=NGN', sender);
    const { balance } = wallet.body as { balance: string };
    for (const written of [id, id.toUpperCase()]) {
      const { body } = await account(written);
      expect(body).toMatchObject({ id, code: 'available', owner_id: sender.id, currency: 'NGN', balance });
      expect(body.movements[0]).toMatchObject({ journal, amount: '-50.05', balance_after: balance });
      expect(body.movements.map(({ seq }: { seq: number }) => seq)).toEqual(
        body.movements.map((_: unknown, place: number) => body.movements.length - place),
      );
    }
    const kinds = (await trial()).filter(({ code }) => code === 'available');
    expect(kinds.map(({ account_id }) => account_id)).toEqual(kinds.map(() => null));
  });

  it("are those that postings of a reversal name, the service's own among them", async () => {
    const finance = await platform.staff('finance');
    const request = { transaction_id: await transfer(100), reason: 'Sent by mistake' };
    const path = 'admin.php?section=ledger&action=reverse';
    const { body } = await platform.post('business', path, request, finance);
    const posted = body.postings as { account_id: string; currency: string }[];
    const found = await Promise.all(posted.map(({ account_id }) => account(account_id)));
    expect(found.map(({ status, body: { currency } }) => [status, currency])).toEqual(
      posted.map(({ currency }) => [200, currency]),
    );
    expect(found.filter(({ body: { owner_id } }) => owner_id === null).length).toBeGreaterThan(1);
    expect((await account('01939d2f-0000-7000-8000-000000000000')).status).toBe(404);
  });

  it('are documented in the reference', async () => {
    const document = (await wholeReference('business', platform.urls.business)) as unknown as {
      paths: Record<string, { get: { parameters: { description: string }[] } }>;
    };
    const { parameters } = document.paths['/api/admin.php/ledger/account']!.get;
    expect(parameters[0]!.description).toContain('neither seq nor balance_after');
  });
});
