import { download, FormDialog, SelectField, t, toast } from '../../kit';
import { lastDayOf, monthName, monthsUntil } from './months';
import type { Wallet } from './movement-parts';

interface Props {
  wallets: Wallet[];
  /** Of the list below. */
  currency?: string;
  onClose: () => void;
}

/** Saves the movements of a wallet and month: as the signed statement, or for a spreadsheet. */
export function StatementDialog({ wallets, currency: shown, onClose }: Props) {
  const months = monthsUntil(new Date());
  return (
    <FormDialog
      title={t('balances.statement')}
      text={t('balances.statement.text')}
      submit={t('balances.download')}
      onClose={onClose}
      onSubmit={async ({ month = '', currency = '', format }) => {
        if (format === 'csv') {
          const range = { from: `${month}-01`, to: lastDayOf(month) };
          await download(
            'exportTransactions',
            { ...range, currency, format },
            `movements-${month}-${currency}.csv`,
          );
        } else {
          await download('statement', { month, currency }, `statement-${month}-${currency}.json`);
        }
        toast(t('balances.downloaded'));
        onClose();
      }}
    >
      <div class="two">
        <SelectField
          name="month"
          label={t('balances.month')}
          value={months[1]}
          isHalf
          of={months.map((month) => [month, monthName(month)] as const)}
        />
        <SelectField
          name="currency"
          label={t('balances.wallet')}
          value={shown}
          isHalf
          of={wallets.map(({ currency_code: code }) => [code, code] as const)}
        />
      </div>
      <SelectField
        name="format"
        label={t('balances.format')}
        hint={t('balances.format.hint')}
        of={[
          ['json', t('balances.format.json')],
          ['csv', t('balances.format.csv')],
        ]}
      />
    </FormDialog>
  );
}
