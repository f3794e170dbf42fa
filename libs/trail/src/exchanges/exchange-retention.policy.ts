export const EXCHANGES_KEPT_DAYS = 400;
