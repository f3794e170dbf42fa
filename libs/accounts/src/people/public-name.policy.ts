/**
 * The name under which pages and messages of the service call an account to others, over `users u`: the name of the business
 * once compliance has approved it, until then the user tag, because any other name is a text that its owner chose.
 */
export const PUBLIC_NAME = `coalesce(CASE WHEN u.kyb_status = 'approved' THEN u.business_name END, '@' || u.usertag)`;
