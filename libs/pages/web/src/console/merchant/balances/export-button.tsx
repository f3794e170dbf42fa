import { download, faultOf, messageOf, t, toast, useState } from '../../kit';

/** Saves the movements of the list as CSV: the newest 5,000 of them. */
export function ExportButton({ filters }: { filters: Record<string, string | undefined> }) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await download('exportTransactions', { ...filters, format: 'csv' }, 'transactions.csv');
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
