import { t, useScreenKeys } from '../../kit';

interface Props {
  onApprove: () => void;
  onReject: () => void;
}

/** The two decisions about an object of a queue, also by the keys `a` and `r`. */
export function ReviewButtons({ onApprove, onReject }: Props) {
  useScreenKeys({ a: onApprove, r: onReject });
  return (
    <>
      <button type="button" class="button" aria-keyshortcuts="r" onClick={onReject}>
        {t('reviews.reject')} <kbd aria-hidden="true">r</kbd>
      </button>
      <button type="button" class="button primary" aria-keyshortcuts="a" onClick={onApprove}>
        {t('reviews.approve')} <kbd aria-hidden="true">a</kbd>
      </button>
    </>
  );
}
