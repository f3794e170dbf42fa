import { Facts, t, TextField, useRead } from '../../kit';
import type { Answer } from '../../wire';

interface Props {
  /** Null while it is not whole. */
  account: { bank_code: string; account_number: string } | null;
}

/** Who holds an account, as its bank has it. Where the bank does not answer, the reader names the holder. */
export function AccountHolder({ account }: Props) {
  const { data, fault, isBusy } = useRead<Answer<'payoutResolveAccount'>>('resolveAccount', account);
  const isAsked = account !== null && !isBusy;
  const isUnknown = isAsked && fault?.status === 404;
  return (
    <>
      <div aria-live="polite">
        {account && isBusy && <p class="soft">{t('payouts.holder.asked')}</p>}
        {isAsked && !fault && data?.account_number === account.account_number && (
          <Facts of={[[t('payouts.holder'), <strong>{data.account_name}</strong>]]} />
        )}
        {isUnknown && <p class="field-error">{t('payouts.holder.none')}</p>}
      </div>
      {isAsked && fault && !isUnknown && (
        <TextField
          name="account_name"
          label={t('payouts.holder')}
          hint={t('payouts.holder.away')}
          maxLength={100}
        />
      )}
    </>
  );
}
