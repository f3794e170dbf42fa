import { randomBytes, randomInt } from 'node:crypto';
import { EmailTokensService } from '@app/accounts';
import { eventually } from '../../support/eventually';
import { Authenticators } from '../../support/authenticator';
import { logo, picture } from '../../support/identity-files';
import { PASSWORD, type TestUser } from '../../support/people';
import { uploadLogo } from '../../support/uploads';
import type { Step } from './steps';
import type { Stage } from './stage';

const unique = () => randomBytes(5).toString('hex');
const tokensOf = ({ platform }: Stage) => platform.inside('business', EmailTokensService);

/** The account of the example, in which no other step has done anything. */
const person = (stage: Stage, fields: object = {}): Promise<TestUser> =>
  stage.once('person', async () => {
    const user = await stage.platform.signUp({ first_name: 'Ada', last_name: 'Okafor', ...fields });
    stage.by = { token: user.token };
    return user;
  });

async function rowOf({ platform }: Stage, table: string, where: string, value: string): Promise<string> {
  const rows = await platform.sql<{ id: string }>(`SELECT id FROM ${table} WHERE ${where} = $1`, [value]);
  return rows[0]!.id;
}

const authenticated = (stage: Stage) =>
  stage.once('authenticated', async () => {
    const authenticators = new Authenticators(stage.platform);
    const { secret } = await authenticators.turnOn(await person(stage));
    return authenticators.nextCode(secret);
  });

async function updateBrand(stage: Stage, fields: object) {
  const { token, pin } = await stage.merchant();
  return stage.post('business', 'business.php?section=brand&action=update', { ...fields, pin }, { token });
}

/** What people do with their account, on the hosts of people. */
export const ACCOUNT_STEPS: Record<string, Step> = {
  person: (stage) => person(stage),
  /** A person without a transaction PIN. */
  person_without_pin: async (stage) => {
    const { id } = await person(stage);
    await stage.platform.sql('DELETE FROM transaction_pins WHERE user_id = $1', [id]);
    return id;
  },
  /** A person whose address is not proved, with a code on its way. */
  unproved_person: async (stage) => {
    const body = {
      account_type: 'personal',
      email: `user-${unique()}@example.com`,
      password: PASSWORD,
      first_name: 'Ada',
      last_name: 'Okafor',
    };
    const made = await stage.post('business', 'auth.php?action=register', body, {});
    stage.by = { token: made.access_token as string };
    return (made.user as { id: string }).id;
  },
  unverified_business: async (stage) =>
    (await person(stage, { account_type: 'business', business_name: 'Okafor Books' })).id,
  password: () => Promise.resolve(PASSWORD),
  email: async (stage) => (await stage.merchant()).email,
  new_email: () => Promise.resolve(`ada-${unique()}@example.com`),
  new_phone: () => Promise.resolve(`+234803${String(randomInt(10_000_000)).padStart(7, '0')}`),
  new_usertag: () => Promise.resolve(`ada_${unique()}`),
  refresh_token: async (stage) => (await person(stage)).refreshToken,
  other_sign_in: async (stage) => {
    const { email, password, token } = await person(stage);
    await stage.post('business', 'auth.php?action=login', { email, password }, {});
    const { data } = await stage.get('business', 'settings.php?action=sessions', { token });
    return (data as { id: string; current: boolean }[]).find(({ current }) => !current)!.id;
  },
  email_code: async (stage) => {
    const user = (await stage.value('unproved_person')) as string;
    return tokensOf(stage).codeOf(await rowOf(stage, 'email_codes', 'user_id', user));
  },
  /** A person whose phone number is not proved. */
  person_with_phone: async (stage) => person(stage, { phone: await stage.value('new_phone') }),
  phone_code: async (stage) => {
    const { id, token } = (await stage.value('person_with_phone')) as TestUser;
    await stage.post('business', 'auth.php?action=resend-phone-otp', {}, { token });
    return tokensOf(stage).phoneCodeOf(await rowOf(stage, 'phone_codes', 'user_id', id));
  },
  email_change_code: async (stage) => {
    const { id, token, password } = await person(stage);
    const body = { new_email: await stage.value('new_email'), password };
    await stage.post('business', 'auth.php?action=change-email', body, { token });
    return tokensOf(stage).codeOf(await rowOf(stage, 'email_changes', 'user_id', id));
  },
  reset_token: async (stage) => {
    const { email } = await person(stage);
    await stage.post('business', 'auth.php?action=forgot-password', { email }, {});
    return tokensOf(stage).resetTokenOf(await rowOf(stage, 'password_resets', 'email', email));
  },
  not_me_token: async (stage) => {
    const { id } = await person(stage);
    const issuedAt = stage.platform.clock.now();
    return tokensOf(stage).reportTokenOf({ userId: id, eventId: id, issuedAt });
  },
  authenticator_setup_code: async (stage) => {
    const { token } = await person(stage);
    const { secret } = await stage.post('business', 'auth.php?action=2fa-setup', {}, { token });
    return new Authenticators(stage.platform).code(secret as string);
  },
  authenticator_code: authenticated,
  document_file: async (stage) => {
    await person(stage);
    return picture();
  },
  logo_file: () => logo(),
  merchant_brand: (stage) =>
    updateBrand(stage, { color: '#0f766e', terms_url: 'https://books.example/terms' }),
  merchant_logo: async (stage) => uploadLogo(stage.platform, await logo(), await stage.merchant()),
  support_email_code: async (stage) => {
    await updateBrand(stage, { support_email: `help-${unique()}@example.com` });
    const { id } = await stage.merchant();
    return tokensOf(stage).codeOf(await rowOf(stage, 'support_email_codes', 'user_id', id));
  },
  bvn: async (stage) => {
    await person(stage);
    return `2${String(randomInt(10 ** 10)).padStart(10, '0')}`;
  },
  /** A person whose BVN is verified, which opens an account number. */
  verified_person: async (stage) => {
    const { token } = await person(stage);
    await stage.post('business', 'kyc.php?action=verify-bvn', { bvn: await stage.value('bvn') }, { token });
  },
  notification: async (stage) => {
    const { token } = await stage.merchant();
    await stage.value('received_request');
    return eventually(async () => {
      const { data } = await stage.get('business', 'notifications.php?action=list', { token });
      return (data.data as { id: number }[])[0]?.id;
    });
  },
};
