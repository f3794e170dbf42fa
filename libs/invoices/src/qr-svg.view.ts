import { renderSVG } from 'uqr';

/** Light modules on each side, as the standard of QR codes demands. */
const MARGIN = 4;

/** A QR code of an address, as a picture that can be put into any page. */
export const qrSvg = (address: string): string => renderSVG(address, { border: MARGIN });
