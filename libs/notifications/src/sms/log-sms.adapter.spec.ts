import { Config } from '@app/config';
import pino from 'pino';
import type { SentMessagesService } from '../sent-messages/sent-messages.service';
import { LogSms } from './log-sms.adapter';

const SMS = { id: 'sms-1', to: '+2348031234567', text: 'Your code is 123456.', validSeconds: 600 };

async function sendIn(NODE_ENV: 'development' | 'test' | 'production') {
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const kept: object[] = [];
  const messages = { keep: (message: object) => Promise.resolve(void kept.push(message)) };
  const config = new Config({ ...Config.from({}).env, NODE_ENV });
  await new LogSms(config, logger, messages as SentMessagesService).send(SMS);
  return { lines, kept };
}

describe('A text message that is logged', () => {
  it('is kept in development, where there is no provider', async () => {
    const { to, text } = SMS;
    expect((await sendIn('development')).kept).toEqual([
      { to, subject: null, text, html: null, attachments: [] },
    ]);
  });

  it.each(['test', 'production'] as const)('is not kept in %s', async (environment) => {
    expect((await sendIn(environment)).kept).toEqual([]);
  });

  it.each(['development', 'test', 'production'] as const)(
    'shows neither code nor number in the log in %s',
    async (environment) => {
      const { lines } = await sendIn(environment);
      expect(lines).toHaveLength(1);
      expect(lines[0]).not.toMatch(/123456|8031234567/);
      expect(JSON.parse(lines[0]!)).toMatchObject({ msg: 'sms', sms: 'sms-1', to: '+234***67' });
    },
  );
});
