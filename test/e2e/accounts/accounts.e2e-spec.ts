import { randomBytes, randomUUID } from 'node:crypto';
import { identifierOf, type RecipientType, SeedAccountsService, UserDirectoryQueries } from '@app/accounts';
import { type Platform, startPlatform } from '../../support/platform';
import { authRequests, newEmail, newTag, PASSWORD, UUID } from '../business-api/auth-requests';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ apps: ['business'], env: { RATE_LIMITS: 'false' } });
});
afterAll(() => platform.stop());

const { auth, register } = authRequests(() => platform);

describe('the search for people', () => {
  let directory: UserDirectoryQueries;
  beforeAll(() => {
    directory = platform.inside('business', UserDirectoryQueries);
  });
  const idOf = async (text: string, type?: RecipientType, country?: string) => {
    const identifier = identifierOf(text, type, country);
    return identifier && ((await directory.find(identifier))?.id ?? null);
  };
  const newPhone = () => `+23480${String(randomBytes(6).readUIntBE(0, 6)).padStart(8, '0').slice(-8)}`;

  it('finds them by their tag, with or without @, in any case', async () => {
    const usertag = newTag();
    const { id } = await platform.signUp({ usertag });
    for (const text of [usertag, `@${usertag}`, ` @${usertag.toUpperCase()} `])
      expect(await idOf(text)).toBe(id);
    expect(await idOf(usertag, 'email')).toBeNull();
    expect(await idOf(usertag, 'phone')).toBeNull();
  });

  it('finds them by an e-mail address or phone that they have proved, and by no other', async () => {
    const phone = newPhone();
    const { email, id } = (await register({ phone })).body.user;
    expect([await idOf(email), await idOf(phone)]).toEqual([null, null]);
    await platform.sql(
      'UPDATE users SET email_verified_at = now(), phone_verified_at = now() WHERE id = $1',
      [id],
    );
    await register({ phone });
    expect([await idOf(email.toUpperCase()), await idOf(phone)]).toEqual([id, id]);
    expect(await idOf(`0${phone.slice(4)}`, undefined, 'NG')).toBe(id);
    expect(await idOf(`0${phone.slice(4)}`, undefined, 'GB')).toBeNull();
  });

  it('does not find them by a tag they gave up, nor while they are frozen', async () => {
    const [old, current] = [newTag(), newTag()];
    const { id } = await platform.signUp({ usertag: old });
    await platform.sql('UPDATE users SET usertag = $2 WHERE id = $1', [id, current]);
    expect([await idOf(old), await idOf(current)]).toEqual([null, id]);
    await platform.people.freeze(id);
    expect(await idOf(current)).toBeNull();
    expect(await directory.byId(id)).toMatchObject({ usertag: current });
  });

  it('shows strangers a first name and an initial, and a business by its name', async () => {
    const person = await platform.signUp({ first_name: 'Chidinma', last_name: 'Ọbi' });
    const business = await platform.signUp({ account_type: 'business', business_name: 'Adé Stores' });
    const found = await directory.byIds([person.id, business.id, randomUUID()]);
    expect([...found.keys()].sort()).toEqual([person.id, business.id].sort());
    expect(found.get(person.id)).toMatchObject({ name: 'Chidinma Ọbi', maskedName: 'Chidinma Ọ.' });
    expect(found.get(business.id)).toMatchObject({ name: 'Adé Stores', maskedName: 'Adé Stores' });
  });

  it('finds them by the beginnings of the words of their names', async () => {
    const { id, usertag } = await platform.signUp({
      account_type: 'business',
      business_name: 'Quixotic Zebra Traders',
      first_name: 'Wilhelmina',
      last_name: 'Van-Outrijve',
    });
    for (const q of ['quix', 'ZEBRA', 'traders quix', 'wilhel', 'outri', `@${usertag}`, "quix' & !"]) {
      expect([q, await directory.namesMatching(q, 10)]).toEqual([q, [id]]);
    }
    for (const q of [
      'uixotic',
      'quix unknown',
      '',
      '   ',
      '%',
      '_',
      "'",
      ':*',
      '& | !',
      '\\',
      '\u0000',
      '\ud800',
      '():<->',
    ]) {
      expect([q, await directory.namesMatching(q, 10)]).toEqual([q, []]);
    }
    expect(await directory.namesMatching('x '.repeat(5000), 10)).toEqual([]);
    await platform.signUp({ first_name: 'Quixada' });
    expect(await directory.namesMatching('quix', 10)).toHaveLength(2);
    expect(await directory.namesMatching('quix', 1)).toHaveLength(1);
  });
});

describe('seeded accounts', () => {
  it('are made once, with everything proved, and left as they are afterwards', async () => {
    const accounts = platform.inside('business', SeedAccountsService);
    const email = newEmail();
    const seed = {
      accountType: 'business' as const,
      email,
      password: PASSWORD,
      firstName: 'Mira',
      lastName: 'Okafor',
      businessName: 'Demo',
      phone: '+2348031110000',
      pin: '4321',
      kycLevel: 1,
      kybStatus: 'approved' as const,
    };
    expect(await accounts.exists(email)).toBe(false);
    const first = await accounts.ensureUser(seed);
    const again = await accounts.ensureUser({ ...seed, password: 'another passphrase', pin: '1111' });
    expect(first).toEqual({
      id: expect.stringMatching(UUID),
      usertag: expect.any(String),
      created: true,
      totpSecret: null,
    });
    expect(again).toEqual({ ...first, created: false });
    expect(await accounts.exists(email)).toBe(true);
    const { body } = await auth('login', { email, password: PASSWORD });
    expect(body.user).toMatchObject({
      email_verified: true,
      kyc_level: 1,
      kyc_status: 'approved',
      kyb_status: 'approved',
      pin_set: true,
      balance: '0.00',
    });
  });
});
