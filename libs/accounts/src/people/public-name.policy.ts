/**
 * The name under which pages and messages of the service call an account to others, over `users u`: the name of the business
 * once compliance has approved it, until then the user tag, because any other name is a text that its owner chose. A display
 * name that staff have approved comes before the registered one.
 */
export const PUBLIC_NAME = `coalesce(CASE WHEN u.kyb_status = 'approved'
  THEN coalesce((SELECT b.display_name FROM brands b WHERE b.id = u.id), u.business_name) END, '@' || u.usertag)`;
