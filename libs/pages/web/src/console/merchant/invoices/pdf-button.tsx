import { download, faultOf, messageOf, t, toast, useState } from '../../kit';

/** Saves the invoice as PDF, as it stands. */
export function PdfButton({ id, number }: { id: string; number: string }) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await download('invoicePdf', { id }, `${number}.pdf`);
    } catch (error) {
      toast(messageOf(faultOf(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" class="button" aria-disabled={isBusy} onClick={() => void (isBusy || save())}>
      {isBusy ? t('busy') : t('invoices.pdf')}
    </button>
  );
}
