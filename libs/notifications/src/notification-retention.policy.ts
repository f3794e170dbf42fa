export const NOTIFICATIONS_KEPT_DAYS = 365;
export const MAILS_KEPT_DAYS = 30;
