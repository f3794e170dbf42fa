import { connect } from 'node:net';
import type { ThreadLimits } from '@app/kernel';
import sharp from 'sharp';
import { PdfPagesService } from '../../../libs/kyc/src/documents/files/pdf-pages.service';
import { eventually } from '../../support/eventually';
import { outcomeOf } from '../../support/http-client';
import { blackPng, ENDLESS_PAGE, pdf, picture } from '../../support/identity-files';
import { KycDesk } from '../../support/kyc-desk';
import { ObjectStore } from '../../support/object-store';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { sendForm, upload } from '../../support/uploads';
import { VirusDaemon } from '../../support/virus-daemon';
import { MAX_BYTES, REFUSED, SIGNATURE } from './refused-uploads';

let store: ObjectStore;
let scanner: VirusDaemon;
let platform: Platform;
let desk: KycDesk;
let merchant: TestMerchant;

beforeAll(async () => {
  [store, scanner] = await Promise.all([ObjectStore.start(), VirusDaemon.start(SIGNATURE)]);
  platform = await startPlatform({
    apps: ['business', 'app', 'scheduler'],
    env: {
      RATE_LIMITS: 'false',
      CLAMD_ADDRESS: scanner.address,
      DOCUMENTS: 's3',
      DOCUMENTS_BUCKET: 'documents',
      DOCUMENTS_ENDPOINT: store.url,
      DOCUMENTS_ACCESS_KEY_ID: 'test',
      DOCUMENTS_SECRET_ACCESS_KEY: 'test',
    },
  });
  await platform.holdJobs();
  desk = new KycDesk(platform, await platform.staff('compliance'));
  merchant = await platform.merchant();
});
afterAll(async () => {
  await platform?.stop();
  await store?.stop();
  scanner?.stop();
});

const documentsOf = ({ id }: TestUser) =>
  platform.sql<{ id: string; status: string }>('SELECT id, status FROM kyc_documents WHERE user_id = $1', [
    id,
  ]);

/** Status, code and the field that is named. */
const refusal = (answer: Awaited<ReturnType<typeof upload>>) =>
  [outcomeOf(answer), (answer.body as { errors?: { field: string }[] }).errors?.[0]?.field]
    .filter(Boolean)
    .join(' ');

describe('The refusal of an upload', () => {
  it.each(REFUSED)('happens for an upload %s: %s', async (_, expected, send) => {
    const user = await platform.signUp();
    const before = store.objects.size;
    const answer = await send(platform, await picture(), user.token, merchant.live.secret_key);
    expect(refusal(answer)).toBe(expected);
    expect([await documentsOf(user), store.objects.size]).toEqual([[], before]);
  });

  it('happens for an account whose e-mail address is not proved', async () => {
    const user = await platform.signUp();
    await platform.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [user.id]);
    await platform.sessionChangesProcessed();
    const answer = await upload(platform, await picture(), user);
    expect(outcomeOf(answer)).toBe('403 KYC_REQUIRED');
    expect(answer.text).toContain('before you upload documents');
    expect(await documentsOf(user)).toEqual([]);
  });

  it('happens for JSON, and a form is refused by every other action', async () => {
    const { token } = await platform.signUp();
    const json = await platform.post(
      'business',
      'kyc.php?action=upload',
      { doc_type: 'passport' },
      { token },
    );
    expect(outcomeOf(json)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const form = await platform.post('business', 'settings.php?action=set-pin', '--x--', { token, headers });
    expect(outcomeOf(form)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    const broken = await platform.post('business', 'kyc.php?action=upload', '--y\r\n', { token, headers });
    expect(outcomeOf(broken)).toBe('400 VALIDATION_ERROR');
  });

  it('writes an audit entry for an infected file, and is 503 where scanner or store are away', async () => {
    const user = await platform.signUp();
    await upload(platform, Buffer.concat([pdf('1 1 m'), Buffer.from(SIGNATURE)]), { token: user.token });
    const entries = await platform.sql(
      `SELECT staff_id, after FROM audit_log WHERE action = 'kyc.infected-upload' AND subject = $1`,
      [user.id],
    );
    expect(entries).toEqual([{ staff_id: null, after: { finding: 'Test.Virus' } }]);
    for (const part of [scanner, store]) {
      part.isAway = true;
      const answer = await upload(platform, await picture(), user);
      part.isAway = false;
      expect(outcomeOf(answer)).toBe('503 SERVICE_UNAVAILABLE');
    }
    expect(await documentsOf(user)).toEqual([]);
    expect((await upload(platform, await picture(), user)).status).toBe(200);
  });

  it('happens where it would take too long or too much memory to draw', async () => {
    const hostile = [
      blackPng({ width: 20_000, height: 10_000 }),
      blackPng({ width: 11_000, height: 11_000 }),
      Promise.resolve(pdf(ENDLESS_PAGE)),
    ];
    const answers = hostile.map(async (file) => {
      const { token } = await platform.signUp();
      return refusal(await upload(platform, await file, { token }));
    });
    expect(await Promise.all(answers)).toEqual(hostile.map(() => '400 VALIDATION_ERROR document'));
  });

  it('happens where its drawing uses a processor for too long, however long that takes', async () => {
    const pages = platform.inside('business', PdfPagesService) as unknown as { limits: ThreadLimits };
    const limits = { ...pages.limits };
    Object.assign(pages.limits, { processorMs: 20, clockMs: Infinity });
    const { token } = await platform.signUp();
    const answer = await upload(platform, pdf(ENDLESS_PAGE), { token });
    Object.assign(pages.limits, limits);
    expect(refusal(answer)).toBe('400 VALIDATION_ERROR document');
  });

  it('happens before a byte of it is read, where the account has two under way', async () => {
    const user = await platform.signUp();
    const { port } = new URL(platform.urls.business);
    const head = [
      'POST /api/kyc.php?action=upload HTTP/1.1',
      `Host: test\r\nAuthorization: Bearer ${user.token}\r\nContent-Length: 4000000`,
      'Content-Type: multipart/form-data; boundary=x\r\n\r\n',
    ].join('\r\n');
    const open = () => connect(Number(port), '127.0.0.1').on('error', () => undefined);
    const held = [open(), open()];
    for (const socket of held) socket.write(head);
    const outcome = await eventually(async () => {
      const answer = outcomeOf(await upload(platform, await picture(), user));
      return answer !== '200 OK' && answer;
    });
    expect(outcome).toBe('429 RATE_LIMITED');
    for (const socket of held) socket.destroy();
    await eventually(async () => (await upload(platform, await picture(), user)).status === 200);
  });

  it('happens after twenty in a day', async () => {
    const user = await platform.signUp();
    await platform.sql(
      `INSERT INTO kyc_documents (id, version, user_id, doc_type, tier, status, content_hmac, picture_hmac, pages,
         has_original, is_small, sealed_key, is_final, uploaded_at)
       SELECT gen_random_uuid(), 1, $1, 'selfie', 1, 'withdrawn', $2, $2, 1, false, false, 'x', false, $3
         FROM generate_series(1, 20)`,
      [user.id, Buffer.alloc(32), platform.clock.now()],
    );
    expect(outcomeOf(await upload(platform, await picture(), user))).toBe('429 RATE_LIMITED');
    // Their keys are no seals, and a job reads all keys.
    await platform.sql('DELETE FROM kyc_documents WHERE user_id = $1', [user.id]);
  });
});

describe('An accepted upload', () => {
  it('has its fields in any order, any name, and up to 5 MB', async () => {
    const { token } = await platform.signUp();
    const file = Buffer.concat([await picture(), Buffer.alloc(MAX_BYTES)]).subarray(0, MAX_BYTES);
    const parts: Parameters<typeof sendForm>[1] = [
      ['tier', '1'],
      ['document', file, '../../x.php\0.html'],
      ['doc_type', 'selfie'],
    ];
    expect(outcomeOf(await sendForm(platform, parts, { token, host: 'app' }))).toBe('200 OK');
  });

  it('makes a large picture smaller, and keeps nothing of another format within it', async () => {
    const user = await platform.signUp();
    const polyglot = Buffer.concat([
      await picture({ width: 3600, height: 1200 }),
      Buffer.from('PK\x03\x04<script>alert(1)</script>%PDF-1.4'),
    ]);
    const { id } = await desk.uploaded(user, 'passport', 1, polyglot);
    const page = await desk.pageOf(id);
    expect(page.includes('script')).toBe(false);
    expect(await sharp(page).metadata()).toMatchObject({ format: 'jpeg', width: 3000, height: 1000 });
    expect([...store.objects.keys()].filter((key) => key.includes(id))).toEqual([`kyc-documents/${id}/1`]);
  });

  it('is drawn page by page of a PDF, whose original is kept sealed', async () => {
    const user = await platform.signUp();
    const { id } = await desk.uploaded(user, 'passport', 1, pdf('1 0 0 rg 0 0 595 842 re f', { pages: 2 }));
    const { dominant } = await sharp(await desk.pageOf(id, 2)).stats();
    expect(dominant.r).toBeGreaterThan(200);
    expect(dominant.g + dominant.b).toBeLessThan(60);
    const keys = [...store.objects.keys()].filter((key) => key.includes(id)).sort();
    expect(keys).toEqual([0, 1, 2].map((page) => `kyc-documents/${id}/${page}`));
    for (const key of keys) expect(store.objects.get(key)!.bytes.includes('%PDF')).toBe(false);
  });
});

it('Files whose upload ended between the store and the commit are deleted after a day, and those of others stay', async () => {
  const user = await platform.signUp();
  const kept = await desk.uploaded(user, 'passport');
  // The commit fails as if the process had been killed before it.
  await platform.sql(`ALTER TABLE kyc_documents ADD CONSTRAINT fails CHECK (doc_type <> 'selfie') NOT VALID`);
  const before = store.objects.size;
  expect((await upload(platform, await picture(), { token: user.token, docType: 'selfie' })).status).toBe(
    500,
  );
  await platform.sql('ALTER TABLE kyc_documents DROP CONSTRAINT fails');
  expect(store.objects.size).toBe(before + 1);
  await platform.runJobs();
  expect(store.objects.size).toBe(before + 1);
  platform.clock.advance({ days: 2 });
  await platform.runJobs();
  const rows = await platform.sql<{ id: string }>('SELECT id FROM kyc_documents WHERE erased_at IS NULL');
  const committed = new Set(rows.map(({ id }) => id));
  const stored = [...store.objects.keys()].map((key) => key.split('/')[1]!);
  expect(stored).toContain(kept.id);
  expect(stored.filter((id) => !committed.has(id))).toEqual([]);
});
