import { session, start } from './session';

/** The logo of the business, or a tile with its first letter, as the server has rendered it. */
export function BusinessMark() {
  const { logo } = start;
  if (logo === null) {
    return (
      <span class="payee-mark" aria-hidden="true">
        {[...session.value.merchant.name][0] ?? ''}
      </span>
    );
  }
  // It has twice the pixels that it is shown with.
  const [width, height] = [logo.width, logo.height].map((side) => Math.max(1, Math.round(side / 2)));
  return <img class="payee-logo" src={logo.path} width={width} height={height} alt="" />;
}
