import { Config } from '@app/config';
import type { SiteFilesService } from '@app/docs';
import type { WireRequest } from '@app/http';
import type { FastifyReply } from 'fastify';
import { SentMessagesController } from './sent-messages.controller';
import type { SentMessagesService } from './sent-messages.service';

const messages = { newest: () => Promise.resolve([]) } as unknown as SentMessagesService;
const site = { style: '/style.css' } as SiteFilesService;
const controller = new SentMessagesController(messages, site, Config.from({}));
const reply = { headers: () => undefined } as unknown as FastifyReply;

const ask = (remoteAddress: string, headers: Record<string, string>) =>
  controller.list({ headers, socket: { remoteAddress } } as unknown as WireRequest, reply).then(
    () => 'served',
    ({ code }: { code: string }) => code,
  );

describe('The page of sent mails', () => {
  it.each([
    ['127.0.0.1', 'localhost:3001'],
    ['127.0.0.1', '127.0.0.1:3001'],
    ['::1', '[::1]:3001'],
    ['::ffff:127.0.0.1', 'LOCALHOST'],
  ])('is served to %s by the name %s', async (address, host) =>
    expect(await ask(address, { host })).toBe('served'),
  );

  it.each([
    ['a machine of the network', '192.168.1.5', { host: '127.0.0.1:3001' }],
    ['a page whose name leads to this machine', '127.0.0.1', { host: 'evil.example:3001' }],
    ['a name that begins like this machine', '127.0.0.1', { host: 'localhost.evil.example' }],
    ['a request without a name', '127.0.0.1', {}],
    ['a proxy', '127.0.0.1', { host: 'localhost', 'x-forwarded-for': '203.0.113.7' }],
    ['a proxy with the standard header', '127.0.0.1', { host: 'localhost', forwarded: 'for=203.0.113.7' }],
  ] as [string, string, Record<string, string>][])('is not served to %s', async (_, address, headers) =>
    expect(await ask(address, headers)).toBe('NOT_FOUND'),
  );
});
