import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The payment requests that were sent to phones, which limits count. */
export class PhonePrompts1763700002020 implements MigrationInterface {
  name = 'PhonePrompts1763700002020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE phone_prompts (
        attempt_id uuid PRIMARY KEY,
        number text NOT NULL,
        network text NOT NULL,
        site text NOT NULL,
        scope text NOT NULL,
        sent_at timestamptz NOT NULL
      );
      CREATE INDEX phone_prompts_number ON phone_prompts (number, sent_at);
      CREATE INDEX phone_prompts_network ON phone_prompts (network, sent_at) WHERE network <> '';
      CREATE INDEX phone_prompts_site ON phone_prompts (site, sent_at) WHERE site <> '';
      CREATE INDEX phone_prompts_scope ON phone_prompts (scope, sent_at) WHERE scope <> '';
      CREATE INDEX phone_prompts_age ON phone_prompts (sent_at);
      COMMENT ON COLUMN phone_prompts.number IS 'HMAC of the phone number';
      COMMENT ON COLUMN phone_prompts.network IS 'of the client, an IPv4 address or a /64; empty: the client is a server';
      COMMENT ON COLUMN phone_prompts.site IS 'the /48 of an IPv6 client';
      COMMENT ON COLUMN phone_prompts.scope IS 'the public key, or the account whose pages or deposits are paid; empty: opened by a secret key';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE phone_prompts');
  }
}
