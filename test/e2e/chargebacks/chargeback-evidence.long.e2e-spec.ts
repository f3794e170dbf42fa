import { outcomeOf } from '../../support/http-client';
import { picture } from '../../support/identity-files';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { uploadEvidence } from '../../support/uploads';
import { ChargebackDesk } from './desk';

let platform: Platform;
let merchant: TestMerchant;
let desk: ChargebackDesk;

beforeAll(async () => {
  platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
  await platform.holdJobs();
  merchant = await platform.merchant();
  desk = new ChargebackDesk(platform, merchant);
});
afterAll(() => platform?.proveAndStop());

const upload = (id: string, file: Buffer, by: { token: string } = merchant) =>
  uploadEvidence(platform, file, id, { token: by.token });

describe('business.php?section=chargebacks&action=upload', () => {
  it('keeps a picture without its metadata, which the company gets with the answer', async () => {
    const { chargeback_id, providerId } = await desk.raised();
    const { body } = await upload(chargeback_id, await picture());
    const unused = await upload(chargeback_id, await picture());
    expect(body.file).toMatchObject({ file_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect((await desk.detail(chargeback_id)).files).toHaveLength(2);
    const file_ids = [body.file.file_id];
    const answered = await desk.respond(chargeback_id, { decision: 'contest', comment: 'See', file_ids });
    expect(outcomeOf(answered)).toBe('200 OK');
    await platform.runJobs();
    const { comment } = await desk.bank.row(providerId);
    expect(comment).toMatch(/^See\nEvidence: https:\/\/files\.invalid\/[\w-]+\.jpg$/);
    const rows = await platform.sql<{ id: string; sent: boolean }>(
      `SELECT f.id, f.provider_ref IS NOT NULL AS sent FROM chargeback_files f JOIN chargebacks c ON c.id = f.chargeback_id
        WHERE c.chargeback_id = $1 ORDER BY f.created_at`,
      [chargeback_id],
    );
    expect(rows).toEqual([
      { id: body.file.file_id, sent: true },
      { id: unused.body.file.file_id, sent: false },
    ]);
    expect(outcomeOf(await upload(chargeback_id, await picture()))).toBe('409 INVALID_STATE');
  });

  it('takes five files for a chargeback, also where the fifth and the sixth come at once', async () => {
    const { chargeback_id } = await desk.raised();
    for (let n = 0; n < 4; n++)
      expect(outcomeOf(await upload(chargeback_id, await picture()))).toBe('200 OK');
    const last = await Promise.all([1, 2].map(async () => upload(chargeback_id, await picture())));
    expect(last.map(outcomeOf).sort()).toEqual(['200 OK', '400 LIMIT_REACHED']);
    expect(outcomeOf(await upload(chargeback_id, await picture()))).toBe('400 LIMIT_REACHED');
  });

  it('refuses a script, a picture of too many pixels and a file that is too large', async () => {
    const { chargeback_id } = await desk.raised();
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect(outcomeOf(await upload(chargeback_id, script))).toBe('400 VALIDATION_ERROR');
    expect(outcomeOf(await upload(chargeback_id, hugePng(10_000, 4_001)))).toBe('400 VALIDATION_ERROR');
    expect(outcomeOf(await upload(chargeback_id, Buffer.alloc(5_000_001)))).toBe('413 PAYLOAD_TOO_LARGE');
    expect((await desk.detail(chargeback_id)).files).toEqual([]);
  });

  it('refuses the chargeback and the files of another account', async () => {
    const { chargeback_id } = await desk.raised();
    const other = new ChargebackDesk(platform, await platform.merchant());
    expect(outcomeOf(await upload(chargeback_id, await picture(), other.merchant))).toBe('404 NOT_FOUND');
    const theirs = await other.raised();
    const { body } = await upload(theirs.chargeback_id, await picture(), other.merchant);
    const file_ids = [body.file.file_id];
    const answered = await desk.respond(chargeback_id, { decision: 'contest', file_ids });
    expect(outcomeOf(answered)).toBe('400 VALIDATION_ERROR');
    expect(await desk.detail(chargeback_id)).toMatchObject({ status: 'opened' });
  });
});

/** The header of a PNG of this size, without its pixels. */
function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(33);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(header);
  header.writeUInt32BE(13, 8);
  header.write('IHDR', 12, 'latin1');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  header[24] = 8;
  header[25] = 2;
  return header;
}
