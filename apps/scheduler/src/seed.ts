import 'reflect-metadata';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AccountsModule } from '@app/accounts';
import { Config } from '@app/config';
import { FxModule } from '@app/fx';
import { foundation } from '@app/http';
import { LedgerModule } from '@app/ledger';
import { MerchantsModule } from '@app/merchants';
import { WalletModule } from '@app/wallet';
import { DemoData, SeedDemo } from './seed-demo';

@Module({})
class Seeding {
  static with(config: Config): DynamicModule {
    return {
      module: Seeding,
      imports: [
        ...foundation('scheduler', config),
        LedgerModule,
        AccountsModule,
        MerchantsModule,
        FxModule,
        WalletModule,
      ],
      providers: [SeedDemo],
    };
  }
}

const FILE = path.resolve('.data', 'demo.json');

/**
 * Seeds the demo accounts and writes `.data/demo.json`, which only its owner may read. A repeated run changes
 * nothing.
 */
async function main(): Promise<void> {
  const config = Config.from(process.env);
  if (config.isProduction) throw new Error('Demo data is never seeded in production.');
  const app = await NestFactory.createApplicationContext(Seeding.with(config), { logger: ['error'] });
  try {
    const demo = await app.get(SeedDemo).seed(existsSync(FILE) ? readDemo() : null);
    mkdirSync(path.dirname(FILE), { recursive: true });
    writeFileSync(FILE, `${JSON.stringify({ hosts: config.urls, ...demo }, null, 2)}\n`, { mode: 0o600 });
    chmodSync(FILE, 0o600);
  } finally {
    await app.close();
  }
}

function readDemo(): DemoData {
  return JSON.parse(readFileSync(FILE, 'utf8')) as DemoData;
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);
