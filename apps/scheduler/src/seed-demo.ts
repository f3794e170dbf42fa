import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { type DemoUser, SeedAccountsService, SeedBrandService } from '@app/accounts';
import { Commands } from '@app/write-path';
import { CheckoutRatesService, FxService, PullRates, SetCheckoutRate } from '@app/fx';
import { STAFF_ROLES, type StaffRole } from '@app/http';
import { CURRENCIES, Money, randomToken } from '@app/kernel';
import { SeedMerchantsService } from '@app/merchants';
import { GrantOpeningBalance } from '@app/wallet';
import { HOOKS_PATH } from '../../../examples/shop/shop-app';
import { DEMO_LOGO } from './demo-logo';

interface DemoPerson {
  email: string;
  password: string;
  pin: string;
  usertag: string;
}

interface DemoApp {
  app_id: string;
  public_key: string;
  secret_key: string;
  webhook_secret: string;
}

/** The content of `.data/demo.json` besides the hosts. */
export interface DemoData {
  merchant: DemoPerson & { live: DemoApp; test: DemoApp };
  buyer: DemoPerson;
  staff: Record<StaffRole, { email: string; password: string; totp_secret: string }>;
}

/** For a payroll, which is for businesses only. */
const MERCHANT_FUNDS = new Money(10_000_000n, 'NGN');
/** Its name is the registered one. */
const BRAND = {
  color: '#0f766e',
  supportPhone: '+2348031234567',
  supportUrl: 'https://books.example.com/help',
  termsUrl: 'https://books.example.com/terms',
  postalAddress: '12 Broad Street\nLagos',
};
const BUYER_FUNDS = [new Money(100_000_000n, 'NGN'), new Money(100_000n, 'USD')];

/** Demo accounts: a merchant with live and test keys, a buyer with funds, and staff of each role. */
@Injectable()
export class SeedDemo {
  constructor(
    private readonly accounts: SeedAccountsService,
    private readonly merchants: SeedMerchantsService,
    private readonly commands: Commands,
    private readonly pullRates: PullRates,
    private readonly fx: FxService,
    private readonly checkoutRates: CheckoutRatesService,
    private readonly config: Config,
    private readonly brands: SeedBrandService,
  ) {}

  /** Keeps the accounts of `earlier` that the database still has, and creates new ones otherwise. */
  async seed(earlier: DemoData | null): Promise<DemoData> {
    await this.pullRates.run();
    const demo =
      earlier && (await this.accounts.exists(earlier.merchant.email)) ? earlier : await this.create();
    for (const mode of ['live', 'test'] as const) {
      await this.merchants.moveEndpoint(demo.merchant[mode].app_id, this.hooksOf(mode));
    }
    return { merchant: demo.merchant, buyer: demo.buyer, staff: demo.staff };
  }

  private async create(): Promise<DemoData> {
    const suffix = await this.freeSuffix();
    const staff = {} as DemoData['staff'];
    for (const role of STAFF_ROLES) staff[role] = await this.createStaff(role, suffix);
    const merchant = await this.createMerchant(suffix);
    const buyer = await this.createBuyer(suffix);
    return { merchant, buyer, staff };
  }

  /** Keeps demo accounts that were seeded from another folder. Their passwords are not known here. */
  private async freeSuffix(): Promise<string> {
    for (let n = 1; ; n++) {
      const suffix = n === 1 ? '' : `${n}`;
      if (!(await this.accounts.exists(`merchant${suffix}@demo.example.com`))) return suffix;
    }
  }

  private async createMerchant(suffix: string): Promise<DemoData['merchant']> {
    const { id, person } = await this.createPerson({
      accountType: 'business',
      email: `merchant${suffix}@demo.example.com`,
      firstName: 'Mira',
      lastName: 'Okafor',
      businessName: 'Demo Books',
      usertag: `demo_merchant${suffix}`,
      kycLevel: 1,
      kybStatus: 'approved',
    });
    await this.commands.execute(new GrantOpeningBalance(id, MERCHANT_FUNDS));
    await this.brands.seed(id, { ...BRAND, supportEmail: person.email }, DEMO_LOGO);
    return { ...person, live: await this.createApp(id, 'live'), test: await this.createApp(id, 'test') };
  }

  private async createBuyer(suffix: string): Promise<DemoPerson> {
    const { id, person } = await this.createPerson({
      accountType: 'personal',
      email: `buyer${suffix}@demo.example.com`,
      firstName: 'Ada',
      lastName: 'Bello',
      usertag: `demo_buyer${suffix}`,
      kycLevel: 1,
    });
    for (const funds of BUYER_FUNDS) await this.commands.execute(new GrantOpeningBalance(id, funds));
    return person;
  }

  private async createStaff(role: StaffRole, suffix: string) {
    const password = randomToken(12);
    const email = `${role}${suffix}@staff.example.com`;
    const names = { firstName: 'Staff', lastName: role };
    const user = await this.accounts.ensureUser({
      accountType: 'personal',
      email,
      password,
      ...names,
      staffRole: role,
    });
    if (role === 'admin') await this.setCheckoutRates(user.id);
    return { email, password, totp_secret: user.totpSecret! };
  }

  private async createPerson(
    user: Omit<DemoUser, 'password' | 'pin'>,
  ): Promise<{ id: string; person: DemoPerson }> {
    const password = randomToken(12);
    const pin = '1234';
    const { id, usertag } = await this.accounts.ensureUser({ ...user, password, pin });
    return { id, person: { email: user.email, password, pin, usertag } };
  }

  private async createApp(ownerId: string, mode: 'live' | 'test'): Promise<DemoApp> {
    const webhookUrl = this.hooksOf(mode);
    const app = await this.merchants.ensureApp({ ownerId, mode, name: `Demo shop (${mode})`, webhookUrl });
    return {
      app_id: app.appId,
      public_key: app.publicKey!,
      secret_key: app.secretKey!,
      webhook_secret: app.webhookSecret!,
    };
  }

  /** Where the demo shop receives webhooks; the ports of the hosts can differ between starts. */
  private hooksOf(mode: 'live' | 'test'): string {
    return this.config.urls[mode === 'live' ? 'checkout' : 'sandbox'] + HOOKS_PATH;
  }

  /** Sets the checkout rates, as staff would, to the live rates of the day of seeding. */
  private async setCheckoutRates(staffId: string): Promise<void> {
    for (const base of CURRENCIES) {
      if (base === 'NGN' || (await this.checkoutRates.find(base, 'NGN'))) continue;
      await this.commands.execute(
        new SetCheckoutRate(base, 'NGN', await this.fx.liveRate(base, 'NGN'), staffId),
      );
    }
  }
}
