import { Config } from '@app/config';
import pino from 'pino';
import { LogMailer } from './log-mailer.adapter';

const MAIL = {
  id: 'mail-1',
  type: 'account.verify-email',
  to: 'ada@example.com',
  subject: 'Your verification code',
  text: 'Enter this code: 123456',
  html: '<p>123456</p>',
};

async function lineOf(NODE_ENV: 'development' | 'test' | 'production'): Promise<string> {
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const config = new Config({ ...Config.from({}).env, NODE_ENV });
  await new LogMailer(config, logger).send(MAIL);
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

describe('Mails in the log', () => {
  it('show their text in development, where there is no mail server', async () => {
    expect(JSON.parse(await lineOf('development'))).toMatchObject({
      msg: 'mail',
      type: MAIL.type,
      to: MAIL.to,
      subject: MAIL.subject,
      text: MAIL.text,
    });
  });

  it.each(['test', 'production'] as const)('show neither code nor address in %s', async (environment) => {
    const line = await lineOf(environment);
    expect(line).not.toMatch(/123456|ada@|verification code/);
    expect(JSON.parse(line)).toMatchObject({ msg: 'mail', type: MAIL.type, to: 'a***@example.com' });
  });
});
