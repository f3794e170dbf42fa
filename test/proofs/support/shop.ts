import { randomBytes } from 'node:crypto';
import type { Currency } from '@app/kernel';
import type { Platform } from '../../support/platform';

/** A business that pays and is paid with a secret key, so that it needs no PIN and no token. */
export interface Shop {
  id: string;
  email: string;
  usertag: string;
  password: string;
  pin: string;
  appId: string;
  key: string;
}

/** Registers a business over HTTP with an empty primary wallet and a live app. */
export async function openShop(
  platform: Pick<Platform, 'people' | 'sql'>,
  currency: Currency = 'NGN',
): Promise<Shop> {
  const email = `shop-${randomBytes(6).toString('hex')}@example.com`;
  const user = await platform.people.signUp({ account_type: 'business', currency, email });
  await platform.sql(`UPDATE users SET kyb_status = 'approved', kyc_level = 1 WHERE id = $1`, [user.id]);
  const { app_id: appId, secret_key: key } = await platform.people.createApp(user, 'live');
  const { id, usertag, password, pin } = user;
  return { id, email, usertag, password, pin, appId, key };
}
