import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '@app/config';
import { appDataSourceOptions } from '@app/database';
import { CardData, type CardChargeRequest } from '@app/charges';
import { FlutterwaveGateway } from '@app/gateways';
import { GatewaySimulatorModule, type GatewaySimulatorOptions } from '@app/simulator';
import { Clock, ManualClock, type Mode } from '@app/kernel';
import { DataSource } from 'typeorm';
import { heldCards } from '../../support/held-cards';

export const SECRETS = { live: 'sim-live-secret-key', test: 'sim-test-secret-key' } as const;
const ENCRYPTION = { live: 'L'.repeat(24), test: 'T'.repeat(24) } as const;
export const EVENT_HASH = 'hash of the events';

export interface ReceivedEvent {
  headers: IncomingHttpHeaders;
  body: { event: string; data: Record<string, unknown> };
}

/** A receiver of events; `answers` are the statuses it gives next, then 200. */
export async function startReceiver() {
  const received: ReceivedEvent[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as ReceivedEvent['body'];
      received.push({ headers: request.headers, body });
      response.statusCode = answers.shift() ?? 200;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received,
    answers,
    ofRef: (txRef: string) => received.filter(({ body }) => body.data.tx_ref === txRef),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The simulator in an application of its own, listening on a free port. */
export async function startSimulator(
  databaseUrl: string,
  webhookUrl: string | null,
  options: Partial<GatewaySimulatorOptions> & { clock?: Clock; challengeOnly?: boolean } = {},
) {
  const { clock = new ManualClock(), challengeOnly, ...overrides } = options;
  let baseUrl = '';
  const tenant = (mode: Mode) => ({
    mode,
    secretKey: SECRETS[mode],
    encryptionKey: ENCRYPTION[mode],
    webhookUrl: () => webhookUrl,
    webhookHash: EVENT_HASH,
    challengeBaseUrl: () => baseUrl,
  });

  const config = Config.from({ DATABASE_URL: databaseUrl });

  @Global()
  @Module({
    providers: [
      { provide: Clock, useValue: clock },
      { provide: Config, useValue: config },
    ],
    exports: [Clock, Config],
  })
  class FoundationModule {}

  @Module({
    imports: [
      FoundationModule,
      // The role of the running apps, so that a missing grant shows.
      TypeOrmModule.forRoot(appDataSourceOptions(config)),
      GatewaySimulatorModule.register({
        challengeOnly,
        useFactory: () => ({
          tenants: [tenant('live'), tenant('test')],
          faultsAllowed: true,
          eventRetryDelaysMs: [50, 50, 50],
          pollMs: 40,
          ...overrides,
        }),
      }),
    ],
  })
  class SimulatorApp {}

  const app = await NestFactory.create<NestFastifyApplication>(SimulatorApp, new FastifyAdapter(), {
    logger: ['error'],
  });
  await app.listen(0, '127.0.0.1');
  baseUrl = await app.getUrl();
  return { app, clock, baseUrl, database: app.get(DataSource), close: () => app.close() };
}

export function adapterFor(baseUrl: () => string, mode: Mode = 'test', timeoutMs?: number) {
  return new FlutterwaveGateway(
    {
      baseUrl: () => `${baseUrl()}/simulator/gateway/v3`,
      secretKey: SECRETS[mode],
      encryptionKey: ENCRYPTION[mode],
      timeoutMs,
    },
    heldCards(),
  );
}

export function cardOf(
  number: string,
  overrides: Partial<ConstructorParameters<typeof CardData>[0]> = {},
): CardData {
  return new CardData({
    number,
    expiryMonth: '12',
    expiryYear: '2099',
    cvv: '123',
    name: 'Ada Obi',
    ...overrides,
  });
}

export function chargeOf(
  card: CardData | string,
  overrides: Partial<CardChargeRequest> = {},
): CardChargeRequest {
  return {
    txRef: `tx-${randomUUID()}`,
    amountMinor: 1_234_550n,
    currency: 'NGN',
    email: 'ada@example.com',
    card: typeof card === 'string' ? cardOf(card) : card,
    redirectUrl: 'https://shop.example/back?order=7',
    ...overrides,
  };
}

/** Asks the simulator to go wrong; see the fault switches. */
export async function orderFault(baseUrl: string, fault: object, mode: Mode = 'test'): Promise<Response> {
  return fetch(`${baseUrl}/simulator/gateway/faults`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRETS[mode]}`, 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
}
