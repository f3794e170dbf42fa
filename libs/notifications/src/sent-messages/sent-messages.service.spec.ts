import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Config } from '@app/config';
import { ManualClock } from '@app/kernel';
import { SentMessagesService } from './sent-messages.service';

const message = (subject: string) => ({
  to: 'ada@example.com',
  subject,
  text: '123456',
  html: null,
  attachments: [],
});

describe('SentMessagesService', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'payments-mails-'));
  const MAILS_DIR = path.join(root, 'below', 'mails');
  const clock = new ManualClock();
  const messages = new SentMessagesService(Config.from({ MAILS_DIR }), clock);
  afterAll(() => rmSync(root, { recursive: true }));

  it('has no messages before the first one', async () => {
    expect(await messages.newest()).toEqual([]);
    expect(await messages.find('x')).toBeNull();
  });

  it('returns what it kept, newest first, to every process that has the folder', async () => {
    for (const subject of ['first', 'second', 'third']) {
      await messages.keep(message(subject));
      clock.advance({ ms: 1 });
    }
    const other = new SentMessagesService(Config.from({ MAILS_DIR }), clock);
    const found = await other.newest();
    expect(found.map(({ subject }) => subject)).toEqual(['third', 'second', 'first']);
    expect(await other.find(found[1]!.id)).toEqual(found[1]);
  });

  it('lets only the owner of the folder read them', () => {
    const modes = [MAILS_DIR, ...readdirSync(MAILS_DIR).map((name) => path.join(MAILS_DIR, name))].map(
      (file) => statSync(file).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
  });

  it('reads no file but its own', async () => {
    writeFileSync(path.join(root, 'secret.json'), '{}');
    for (const id of ['../../secret', '..%2f..%2fsecret', '', '.'])
      expect([id, await messages.find(id)]).toEqual([id, null]);
  });

  it('keeps the newest 200', async () => {
    for (let i = 1; i <= 200; i++) {
      await messages.keep(message(`later ${i}`));
      clock.advance({ ms: 1 });
    }
    const found = await messages.newest();
    expect([found.length, found[0]!.subject, found[199]!.subject]).toEqual([200, 'later 200', 'later 1']);
  });
});
