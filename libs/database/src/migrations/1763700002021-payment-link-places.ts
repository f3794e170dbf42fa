import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attempts hold the places of payment links, open sessions do not. */
export class PaymentLinkPlaces1763700002021 implements MigrationInterface {
  name = 'PaymentLinkPlaces1763700002021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE payment_link_places (
        attempt_id uuid PRIMARY KEY,
        link_id uuid NOT NULL REFERENCES payment_links,
        network text NOT NULL,
        site text NOT NULL,
        taken_at timestamptz NOT NULL
      );
      CREATE INDEX payment_link_places_link ON payment_link_places (link_id, taken_at);
      COMMENT ON TABLE payment_link_places IS 'places of links with max_uses that attempts have taken';
      COMMENT ON COLUMN payment_link_places.network IS 'of the client, an IPv4 address or a /64; empty: the client is a server';
      COMMENT ON COLUMN payment_link_places.site IS 'the /48 of an IPv6 client';
      ALTER TABLE payment_links DROP COLUMN claimed;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE checkout_sessions s SET status = 'expired', version = s.version + 1
        FROM payment_links l WHERE s.origin_id = l.id AND l.max_uses IS NOT NULL AND s.status = 'pending';
      ALTER TABLE payment_links ADD COLUMN claimed int NOT NULL DEFAULT 0 CHECK (claimed >= 0),
        ADD CONSTRAINT payment_links_claimed CHECK (claimed <= coalesce(max_uses, 0));
      COMMENT ON COLUMN payment_links.claimed IS 'of max_uses: sessions that are open or were paid; 0 without max_uses';
      UPDATE payment_links l
         SET claimed = least(l.max_uses, (SELECT count(*) FROM checkout_sessions s
                                           WHERE s.origin_id = l.id AND s.status <> 'expired'))
       WHERE l.max_uses IS NOT NULL;
      ALTER TABLE payment_links ALTER COLUMN claimed DROP DEFAULT;
      DROP TABLE payment_link_places;
    `);
  }
}
