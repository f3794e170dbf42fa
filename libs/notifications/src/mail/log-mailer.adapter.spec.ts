import { Config } from '@app/config';
import pino from 'pino';
import type { SentMessagesService } from '../sent-messages/sent-messages.service';
import { LogMailer } from './log-mailer.adapter';

const MAIL = {
  id: 'mail-1',
  type: 'account.verify-email',
  to: 'ada@example.com',
  subject: 'Your verification code',
  text: 'Enter this code: 123456',
  html: '<p>123456</p>',
  attachments: [{ name: 'invoice.pdf', type: 'application/pdf', content: Buffer.from('%PDF') }],
};

async function sendIn(NODE_ENV: 'development' | 'test' | 'production') {
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const kept: object[] = [];
  const messages = { keep: (message: object) => Promise.resolve(void kept.push(message)) };
  const config = new Config({ ...Config.from({}).env, NODE_ENV });
  await new LogMailer(config, logger, messages as SentMessagesService).send(MAIL);
  return { lines, kept };
}

describe('A mail that is logged', () => {
  it('is kept in development, where there is no mail server', async () => {
    const { to, subject, text, html } = MAIL;
    expect((await sendIn('development')).kept).toEqual([
      { to, subject, text, html, attachments: ['invoice.pdf'] },
    ]);
  });

  it.each(['test', 'production'] as const)('is not kept in %s', async (environment) => {
    expect((await sendIn(environment)).kept).toEqual([]);
  });

  it.each(['development', 'test', 'production'] as const)(
    'shows neither code nor address in the log in %s',
    async (environment) => {
      const { lines } = await sendIn(environment);
      expect(lines).toHaveLength(1);
      expect(lines[0]).not.toMatch(/123456|ada@|verification code/);
      expect(JSON.parse(lines[0]!)).toMatchObject({ msg: 'mail', type: MAIL.type, to: 'a***@example.com' });
    },
  );
});
