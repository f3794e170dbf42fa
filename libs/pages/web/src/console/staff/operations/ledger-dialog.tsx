import { AreaField, label, money, t, TextField } from '../../kit';
import type { Answer } from '../../wire';
import { DecisionDialog } from '../decision';
import { PreviewedDecision } from '../previewed-decision';

export type LedgerDecision = { kind: 'clear' | 'unfreeze'; id: string } | { kind: 'reverse' };

interface Props {
  decision: LedgerDecision;
  onClose: () => void;
  reload: () => void;
}

const reason = () => (
  <AreaField name="reason" label={t('reason')} hint={t('works.audited')} maxLength={500} />
);

/** Clears a fault, lets a wallet move again, or reverses a transaction. */
export function LedgerDialog({ decision, ...rest }: Props) {
  if (decision.kind === 'reverse') return <ReverseDialog {...rest} />;
  const { kind, id } = decision;
  const isClear = kind === 'clear';
  return (
    <DecisionDialog
      {...rest}
      title={t(`works.${kind}`)}
      text={t(`works.${kind}.text`)}
      submit={t(`works.${kind}`)}
      done={t('works.repaired')}
      action={isClear ? 'admin.php:ledger/clear-fault' : 'admin.php:ledger/unfreeze'}
      body={(values) => ({ ...(isClear ? { fault_id: id } : { account_id: id }), reason: values.reason })}
    >
      {reason()}
    </DecisionDialog>
  );
}

function ReverseDialog(rest: Omit<Props, 'decision'>) {
  return (
    <PreviewedDecision<Answer<'adminLedgerReverse'>>
      {...rest}
      title={t('works.reverse')}
      text={t('works.reverse.text')}
      submit={t('works.reverse')}
      isDangerous
      done={t('works.reversed')}
      action="admin.php:ledger/reverse"
      needs={() => ['transaction_id']}
      body={({ transaction_id: id, reason: why }) => ({ transaction_id: id, reason: why })}
      facts={({ type, amount, currency, postings }) => [
        [label('works.type', type), money(amount, currency)],
        ...postings.map((posting): [string, string] => [
          posting.account_id,
          money(posting.amount, posting.currency),
        ]),
      ]}
    >
      <TextField name="transaction_id" label={t('works.transaction')} maxLength={100} isFocused />
      {reason()}
    </PreviewedDecision>
  );
}
