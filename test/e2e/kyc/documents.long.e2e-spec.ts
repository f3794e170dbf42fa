import { randomUUID } from 'node:crypto';
import { Config, Vault } from '@app/config';
import { SealedColumnsService } from '@app/database';
import { EraseDocuments, PurgeKycReviews } from '@app/kyc';
import sharp from 'sharp';
import { FileCipherService } from '../../../libs/kyc/src/documents/files/file-cipher.service';
import { eventually } from '../../support/eventually';
import { outcomeOf } from '../../support/http-client';
import { pdf, picture, pictureWithExif } from '../../support/identity-files';
import { KycDesk } from '../../support/kyc-desk';
import { takeLog } from '../../support/log-lines';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { KybTrials } from './kybs';

const OLD_KEY = 'an earlier key of this installation';

let platform: Platform;
let desk: KycDesk;

beforeAll(async () => {
  platform = await startPlatform({
    apps: ['business', 'app', 'scheduler'],
    env: { RETIRED_ENCRYPTION_KEYS: OLD_KEY },
  });
  await platform.holdJobs();
  desk = new KycDesk(platform, await platform.staff('compliance'));
});
afterAll(() => platform.stop());

describe('The way from upload to level', () => {
  it('an identity document and a selfie make level 1, a proof of address level 2, with an event and a notice each', async () => {
    const user: TestMerchant = await platform.merchant({ country_code: 'KE' });
    await platform.sql(`UPDATE users SET kyc_level = 0, kyc_status = 'none' WHERE id = $1`, [user.id]);
    expect(await desk.statusOf(user)).toMatchObject({
      level: 0,
      label: 'Starter',
      daily_limit_usd: 200,
      used_today_usd: 0,
    });

    const passport = await desk.uploaded(user, 'passport', 1, pdf('1 0 0 rg 0 0 595 842 re f', { pages: 2 }));
    expect(passport).toMatchObject({ status: 'pending', doc_type: 'passport', tier: 1, reject_reason: null });
    expect(await desk.statusOf(user)).toMatchObject({ status: 'pending', level: 0 });
    const approved = await desk.approve(passport.id, {
      document_number: 'A 123-456',
      expires_on: desk.day(400),
    });
    expect(approved.body).toMatchObject({ status: 'approved', level: 0, user_id: user.id });
    const { id: selfie } = await desk.uploaded(user, 'selfie');
    expect((await desk.approve(selfie)).body).toMatchObject({ status: 'approved', level: 1 });
    expect(await desk.statusOf(user)).toMatchObject({
      level: 1,
      label: 'Standard',
      daily_limit_usd: 5000,
      status: 'approved',
    });
    const { id: address } = await desk.uploaded(user, 'address_proof', 2);
    expect((await desk.approve(address)).body).toMatchObject({ level: 2 });

    const status = await desk.statusOf(user);
    expect(status).toMatchObject({
      level: 2,
      label: 'Verified',
      daily_limit_usd: 50_000,
      bvn_verified: false,
    });
    expect(status.tiers[0]).toMatchObject({
      tier: 1,
      missing: [],
      documents: [
        { id: selfie, status: 'approved' },
        { id: passport.id, status: 'approved', expires_on: desk.day(400), expired: false, can_retry: false },
      ],
    });
    const { body: profile } = await platform.get('business', 'auth.php?action=profile', user);
    expect(profile.user ?? profile).toMatchObject({ kyc_level: 2, kyc_status: 'approved' });

    const published = await eventually(async () => {
      const rows = await platform.sql<{ data: object }>(
        `SELECT payload AS data FROM outbox WHERE type = 'kyc.document-approved' AND owner_id = $1 ORDER BY id`,
        [user.id],
      );
      return rows.length === 3 && rows;
    });
    expect(published.at(-1)!.data).toMatchObject({ docType: 'address_proof', tier: 2, level: 2 });
    const sent = await eventually(async () => {
      const rows = await platform.sql<{ event: string; object_id: string }>(
        `SELECT event, object_id FROM app_events WHERE app_id = $1 AND event LIKE 'kyc.%' ORDER BY sequence`,
        [user.live.app_id],
      );
      return rows.length === 3 && rows;
    });
    expect(sent[1]).toEqual({ event: 'kyc.approved', object_id: user.id });
    const notices = await eventually(async () => {
      const rows = await platform.sql<{ type: string }>(
        'SELECT type FROM notifications WHERE owner_id = $1 ORDER BY type',
        [user.id],
      );
      return rows.length >= 5 && rows.map(({ type }) => type);
    });
    expect(notices).toEqual([
      ...['kyc.document-approved', 'kyc.document-approved', 'kyc.document-approved'],
      ...['kyc.level-changed', 'kyc.level-changed'],
    ]);
  });

  it('level 2 needs a verified BVN in Nigeria', async () => {
    const user = await desk.atLevelOne();
    const { id } = await desk.uploaded(user, 'address_proof', 2);
    expect((await desk.approve(id)).body.level).toBe(1);
    expect((await desk.statusOf(user)).tiers[1].missing).toEqual(['bvn']);
    await platform.sql('UPDATE users SET bvn_verified_at = now(), version = version + 1 WHERE id = $1', [
      user.id,
    ]);
    const { id: renewal } = await desk.uploaded(user, 'address_proof', 2);
    expect((await desk.approve(renewal)).body.level).toBe(2);
  });
});

describe('An upload', () => {
  it('leads to one pending record for the same bytes, at once or later; another one withdraws it', async () => {
    const user = await platform.signUp();
    const file = await picture();
    const first = await Promise.all([1, 2].map(() => desk.uploaded(user, 'passport', 1, file)));
    const again = await desk.uploaded(user, 'passport', 1, file);
    expect(new Set([...first, again].map(({ id }) => id)).size).toBe(1);
    const other = await desk.uploaded(user, 'passport');
    expect((await desk.statusOf(user)).tiers[0].documents.map(({ id }: { id: string }) => id)).toEqual([
      other.id,
    ]);
    expect(outcomeOf(await desk.approve(again.id))).toBe('409 INVALID_STATE');
  });

  it('keeps no EXIF data in any table, log or picture, and turns the picture upright', async () => {
    const user = await platform.signUp();
    const canary = `canary-${randomUUID()}`;
    const file = await pictureWithExif(canary);
    expect(file.includes(canary)).toBe(true);
    const log = takeLog();
    const { id } = await desk.uploaded(user, 'passport', 1, file).finally(() => log.restore());
    expect(log.lines.join('')).not.toContain(canary);
    const stored = await desk.pageOf(id);
    expect(await sharp(stored).metadata()).toMatchObject({
      width: 640,
      height: 800,
      format: 'jpeg',
    });
    expect(await sharp(stored).metadata()).not.toHaveProperty('exif');
    expect(stored.includes(canary)).toBe(false);
    const tables = await platform.sql<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const encodings = [
      canary,
      Buffer.from(canary).toString('hex'),
      Buffer.from(canary).toString('base64').slice(0, 40),
    ];
    for (const { name } of tables) {
      const found = await platform.sql(`SELECT 1 FROM ${name} t WHERE t::text LIKE ANY ($1)`, [
        encodings.map((text) => `%${text}%`),
      ]);
      expect([name, found]).toEqual([name, []]);
    }
  });

  it('is flagged to staff only, where another account sent the same picture or has the same number', async () => {
    const [one, other] = [await platform.signUp(), await platform.signUp()];
    const file = await picture({ width: 500, height: 400 });
    const first = await desk.uploaded(one, 'passport', 1, file);
    const second = await desk.uploaded(other, 'passport', 1, file);
    expect(JSON.stringify(await desk.statusOf(other))).not.toContain('same');
    const blank = await desk.approve(first.id, { document_number: '- / -' });
    expect([outcomeOf(blank), blank.body.errors[0].field]).toEqual([
      '400 VALIDATION_ERROR',
      'document_number',
    ]);
    await desk.approve(first.id, { document_number: 'Z 77 88 99' });
    await desk.approve(second.id, { document_number: 'z77-8899' });
    const [row] = await desk.queue(`&status=approved&user_id=${other.id}`);
    expect(row).toMatchObject({ flags: ['same-picture', 'same-number', 'small-picture'] });
    const [own] = await platform.sql<{ row: string }>(
      'SELECT d::text AS row FROM kyc_documents d WHERE id = $1',
      [second.id],
    );
    // The digits alone can be a part of the hash by chance.
    expect(own!.row).not.toMatch(/z ?77/i);
  });
});

describe('Keys and documents in the course of time', () => {
  it('keys are sealed again under the current key, and the files stay as they are', async () => {
    const { id } = await desk.uploaded(await platform.signUp(), 'passport');
    const before = await desk.pageOf(id);
    const row = async () =>
      (
        await platform.sql<{ sealed_key: Buffer; files: string }>(
          `SELECT sealed_key, (SELECT string_agg(md5(bytes), '') FROM kyc_document_chunks WHERE document_id = id) AS files
             FROM kyc_documents WHERE id = $1`,
          [id],
        )
      )[0]!;
    const stored = await row();
    const key = new Vault(platform.config).unsealBytes(stored.sealed_key, 'kyc-document', id);
    const earlier = new Vault(Config.from({ NODE_ENV: 'test', ENCRYPTION_KEY: OLD_KEY }));
    const old = earlier.seal(key, 'kyc-document', id);
    await platform.sql('UPDATE kyc_documents SET sealed_key = $2 WHERE id = $1', [id, old]);
    expect(await desk.pageOf(id)).toEqual(before);
    await platform.runJobs();
    const { sealed_key: renewed, files } = await row();
    expect(renewed.subarray(0, 4)).toEqual(new Vault(platform.config).currentKeyId);
    expect(files).toBe(stored.files);
    expect(await desk.pageOf(id)).toEqual(before);
    const cipher = platform.inside('business', FileCipherService);
    const page = { documentId: id, page: 2, bytes: Buffer.alloc(64) };
    expect(() => cipher.decrypt(renewed, page)).toThrow();
  });

  it('authenticator seeds, webhook secrets and submissions of businesses are sealed again too', async () => {
    const shop = await platform.merchant();
    await platform.sql(`UPDATE users SET kyb_status = 'none' WHERE id = $1`, [shop.id]);
    const kybs = new KybTrials(platform, desk.reviewer);
    expect((await kybs.submit(shop)).status).toBe(200);
    const [current, earlier] = [
      new Vault(platform.config),
      new Vault(Config.from({ NODE_ENV: 'test', ENCRYPTION_KEY: OLD_KEY })),
    ];
    const columns = [
      ['two_factors', 'secret_ciphertext', 'two-factor', `id = '${desk.reviewer.id}'`],
      ['kyb_submissions', 'details_ciphertext', 'kyb submission', `user_id = '${shop.id}'`],
      ['webhook_endpoints', 'secret_ciphertext', 'webhook-secret', `owner_id = '${shop.id}'`],
    ] as const;
    const valueOf = async ([table, column, , where]: (typeof columns)[number]) =>
      (
        await platform.sql<{ id: string; sealed: Buffer }>(
          `SELECT id, ${column} AS sealed FROM ${table} WHERE ${where} ORDER BY id LIMIT 1`,
        )
      )[0]!;
    const plain = new Map<string, string>();
    for (const one of columns) {
      const [table, column, purpose] = one;
      const { id, sealed } = await valueOf(one);
      plain.set(table, current.unseal(sealed, purpose, id));
      const old = earlier.seal(plain.get(table)!, purpose, id);
      await platform.sql(`UPDATE ${table} SET ${column} = $2 WHERE id = $1`, [id, old]);
    }
    await platform.runJobs();
    for (const one of columns) {
      const [table, , purpose] = one;
      const { id, sealed } = await valueOf(one);
      expect([table, sealed.subarray(0, 4)]).toEqual([table, current.currentKeyId]);
      expect(current.unseal(sealed, purpose, id)).toBe(plain.get(table));
    }
    const columnsOfScheduler = platform.inside('scheduler', SealedColumnsService);
    expect(await columnsOfScheduler.reseal()).toBe(0);
    const [seed] = columns;
    const { id } = await valueOf(seed);
    const unknown = new Vault(Config.from({ NODE_ENV: 'test', ENCRYPTION_KEY: 'x'.repeat(40) }));
    const sealed = [unknown.seal('seed', seed[2], id), (await valueOf(seed)).sealed];
    await platform.sql('UPDATE two_factors SET secret_ciphertext = $2 WHERE id = $1', [id, sealed[0]]);
    await expect(columnsOfScheduler.reseal()).rejects.toThrow('two_factors.secret_ciphertext: 1');
    await platform.sql('UPDATE two_factors SET secret_ciphertext = $2 WHERE id = $1', [id, sealed[1]]);
  });

  it('submissions of a closed account are erased after the years of retention, and not under a legal hold', async () => {
    const [closed, held] = [await platform.signUp(), await platform.signUp()];
    const ids = [closed.id, held.id];
    const kept = await Promise.all([closed, held].map((user) => desk.uploaded(user, 'passport')));
    await Promise.all(kept.map(({ id }) => desk.approve(id)));
    await platform.sql(
      `INSERT INTO kyb_submissions (id, version, user_id, status, country_code, details_ciphertext, content_hmac,
                                    registration_hmac, submitted_at, decided_at, is_final)
       SELECT gen_random_uuid(), 1, id, 'approved', 'NG', 'sealed', sha256('c'), sha256('r'), now(), now(), false
         FROM unnest($1::uuid[]) id`,
      [ids],
    );
    await platform.sql(
      `INSERT INTO bvn_verifications (id, version, user_id, status, bvn_hmac, started_at, ended_at)
       SELECT gen_random_uuid(), 1, id, 'verified', sha256(id::text::bytea), now(), now() FROM unnest($1::uuid[]) id`,
      [ids],
    );
    await platform.sql(
      `UPDATE users SET frozen_at = now(), closed_at = $2::timestamptz - interval '5 years', legal_hold = id = $3
        WHERE id = ANY ($1)`,
      [ids, platform.clock.now(), held.id],
    );
    const left = () =>
      platform.sql(
        `SELECT u.id, d.erased_at IS NULL AS document, k.details_ciphertext IS NOT NULL AS business,
                EXISTS (SELECT FROM bvn_verifications b WHERE b.user_id = u.id) AS bvn,
                EXISTS (SELECT FROM kyc_document_chunks c WHERE c.document_id = d.id) AS files
           FROM users u JOIN kyc_documents d ON d.user_id = u.id JOIN kyb_submissions k ON k.user_id = u.id
          WHERE u.id = ANY ($1) ORDER BY u.legal_hold`,
        [ids],
      );
    const all = { document: true, business: true, bvn: true, files: true };
    const none = { document: false, business: false, bvn: false, files: false };
    const purge = async () => {
      await platform.inside('scheduler', EraseDocuments).run();
      await platform.inside('scheduler', PurgeKycReviews).run();
    };
    await purge();
    expect(await left()).toEqual([
      { id: closed.id, ...none },
      { id: held.id, ...all },
    ]);
    await platform.sql('UPDATE users SET legal_hold = false WHERE id = $1', [held.id]);
    await purge();
    expect(await left()).toEqual([
      { id: closed.id, ...none },
      { id: held.id, ...none },
    ]);
  });

  it('documents expire after notices, and ended ones are erased', async () => {
    const [user, renewed] = [await platform.signUp({ currency: 'USD' }), await platform.signUp()];
    await platform.fund(user, 'USD', '100.00');
    const withdraw = async ({ token }: { token: string }) => {
      const details = { extwallet_email: 'paid@example.com' };
      const body = { method: 'extwallet', amount: 10, details, pin: user.pin };
      return outcomeOf(await platform.post('app', 'payout.php?action=initiate', body, { token }));
    };
    expect(await withdraw(user)).toBe('403 KYC_REQUIRED');
    for (const one of [user, renewed]) {
      await desk.approve((await desk.uploaded(one, 'passport')).id, { expires_on: desk.day(40) });
      await desk.approve((await desk.uploaded(one, 'selfie')).id);
    }
    expect(await withdraw(user)).toBe('200 OK');
    await desk.approve((await desk.uploaded(renewed, 'passport')).id, { expires_on: desk.day(400) });
    const rejected = await desk.uploaded(user, 'address_proof', 2);
    expect(outcomeOf(await desk.approve(rejected.id, { expires_on: desk.day(-2) }))).toBe(
      '400 VALIDATION_ERROR',
    );
    await desk.act('reject', rejected.id, { reason: 'Blurred' });
    const noticesOf = async ({ id }: TestUser) =>
      (
        await platform.sql<{ days: number }>(
          `SELECT (data->>'days')::int AS days FROM notifications WHERE type = 'kyc.document-expiring' AND owner_id = $1
            ORDER BY id`,
          [id],
        )
      ).map(({ days }) => days);
    for (const days of [9, 1, 22, 1, 7]) {
      platform.clock.advance({ days });
      await platform.runJobs();
    }
    await eventually(async () => (await noticesOf(user)).length === 2);
    expect([await noticesOf(user), await noticesOf(renewed)]).toEqual([[30, 7], []]);
    expect((await desk.statusOf(await desk.signIn(user))).level).toBe(1);
    platform.clock.advance({ days: 1 });
    await platform.runJobs();
    expect(await desk.statusOf(await desk.signIn(user))).toMatchObject({
      level: 0,
      tiers: [{ documents: [{}, { doc_type: 'passport', status: 'approved', expired: true }] }, {}],
    });
    expect(await withdraw(await desk.signIn(user))).toBe('403 KYC_REQUIRED');
    expect((await desk.statusOf(await desk.signIn(renewed))).level).toBe(1);

    platform.clock.advance({ days: 60 });
    await platform.runJobs();
    const filesOf = (id: string) =>
      platform.sql('SELECT 1 FROM kyc_document_chunks WHERE document_id = $1 LIMIT 1', [id]);
    const [row] = await platform.sql(
      'SELECT sealed_key, erased_at IS NOT NULL AS erased FROM kyc_documents WHERE id = $1',
      [rejected.id],
    );
    expect([row, await filesOf(rejected.id)]).toEqual([{ sealed_key: null, erased: true }, []]);
  });
});
