import { randomBytes } from 'node:crypto';
import type { Currency } from '@app/kernel';
import { ReferenceAccount } from './reference-books';
import type { Service } from './service';
import type { World } from './world';

/** Registers a business over HTTP and in the model, with one empty primary wallet. */
export async function register(world: World, service: Service, currency: Currency): Promise<void> {
  const { people } = service.platform;
  const email = `model-${randomBytes(6).toString('hex')}@example.com`;
  const user = await people.signUp({ account_type: 'business', currency, email });
  await service.platform.sql(`UPDATE users SET kyb_status = 'approved', kyc_level = 1 WHERE id = $1`, [
    user.id,
  ]);
  const { secret_key, public_key } = await people.createApp(user, 'live');
  service.ids.push(user.id);
  service.people.push(user);
  service.keys.push(secret_key);
  service.publicKeys.push(public_key);
  world.books.accounts.push(new ReferenceAccount(user.usertag, email, currency));
}
