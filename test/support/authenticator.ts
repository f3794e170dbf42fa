import { generateSync } from 'otplib';
import { outcomeOf } from './http-client';
import type { TestUser } from './people';
import type { Platform } from './platform';

/** A person with an authenticator app in use. */
export interface Authenticated {
  user: TestUser;
  secret: string;
  recoveryCodes: string[];
}

/** Authenticator apps of tests, over HTTP. */
export class Authenticators {
  constructor(private readonly platform: Platform) {}

  /** The code that the app shows now, or `steps` of thirty seconds later. */
  code(secret: string, steps = 0): string {
    return generateSync({ secret, epoch: this.platform.clock.unixSeconds() + steps * 30 });
  }

  /** A code that was not shown before. */
  nextCode(secret: string): string {
    this.platform.clock.advance({ seconds: 30 });
    return this.code(secret);
  }

  /** Six digits that are none of the codes accepted now. */
  wrongCode(secret: string, n = 1): string {
    const accepted = [-1, 0, 1].map((steps) => this.code(secret, steps));
    for (let number = n * 1000; ; number++) {
      const code = String(number).padStart(6, '0');
      if (!accepted.includes(code)) return code;
    }
  }

  /** Sets up an authenticator app and turns it on. */
  async turnOn(user: TestUser): Promise<Authenticated> {
    const { token } = user;
    const setup = await this.platform.post('business', 'auth.php?action=2fa-setup', {}, { token });
    if (setup.status !== 200) throw new Error(`2fa-setup: ${outcomeOf(setup)}`);
    const { secret } = setup.body as { secret: string };
    const body = { code: this.code(secret) };
    const enabled = await this.platform.post('business', 'auth.php?action=2fa-enable', body, { token });
    if (enabled.status !== 200) throw new Error(`2fa-enable: ${outcomeOf(enabled)}`);
    return { user, secret, recoveryCodes: enabled.body.recovery_codes as string[] };
  }
}
