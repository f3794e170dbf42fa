import { download, faultOf, messageOf, number, t, toast, useState } from '../../kit';

/** Of one file of the API. */
const MAX_ROWS = 5000;

interface Props {
  filters: Record<string, string | undefined>;
  total: number;
}

/** Saves the movements of the list as CSV, and says where some are missing. */
export function ExportButton({ filters, total }: Props) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await download('exportTransactions', { ...filters, format: 'csv' }, 'transactions.csv');
      if (total > MAX_ROWS) toast(t('balances.cut', { most: number(MAX_ROWS), total: number(total) }));
    } catch (error) {
      toast(messageOf(faultOf(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" class="button" aria-disabled={isBusy} onClick={() => void (isBusy || save())}>
      {isBusy ? t('busy') : t('export.csv')}
    </button>
  );
}
