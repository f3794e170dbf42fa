import { t } from '../../kit';

interface Props {
  onApprove: () => void;
  onReject: () => void;
}

/** The decisions about a row that shows all there is to know. */
export function RowButtons({ onApprove, onReject }: Props) {
  return (
    <span class="row">
      <button type="button" class="button" onClick={onReject}>
        {t('reviews.reject')}
      </button>
      <button type="button" class="button" onClick={onApprove}>
        {t('reviews.approve')}
      </button>
    </span>
  );
}
