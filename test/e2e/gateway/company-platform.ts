import { CardCompany } from '../../support/card-company';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { ElsewhereShop } from '../checkout-api/async-payments';

export interface CompanyPlatform {
  company: CardCompany;
  platform: Platform;
  merchant: TestMerchant;
  shop: ElsewhereShop;
  /** Proves the books once the company has said all it had to say, and stops both. */
  stop(): Promise<void>;
}

/** The platform before a card company that speaks the real one's protocol, and a shop that is paid through it. */
export async function startCompanyPlatform(): Promise<CompanyPlatform> {
  const company = await CardCompany.start();
  const platform = await startPlatform({ env: company.environment });
  company.eventsUrl = `${platform.urls.business}/api/gateway-events.php`;
  company.eventHash = platform.config.env.GATEWAY_EVENT_HASH;
  const merchant = await platform.merchant();
  const shop = new ElsewhereShop(platform, 'checkout', merchant.live.secret_key);
  return {
    company,
    platform,
    merchant,
    shop,
    async stop() {
      try {
        await company.rest();
        await platform.verifyBooks();
      } finally {
        await platform.stop();
        await company.stop();
      }
    },
  };
}
