import { redirectTo } from './embed';
import { isBusy, problem, refresh, type Result, session } from './session';
import { refusal } from './messages';

/** Handles the response to an action of the buyer: shows the refusal or opens the page it redirects to. */
export async function settle({ status, answer }: Result): Promise<void> {
  isBusy.value = false;
  if (!answer.success && (status === 409 || status === 410)) {
    // The new status explains more than the refusal.
    const { revision } = session.value;
    await refresh();
    if (session.value.revision === revision) problem.value = refusal(answer);
    return;
  }
  if (!answer.success) problem.value = refusal(answer);
  else if (typeof answer.redirect_url === 'string') redirectTo(answer.redirect_url);
  await refresh();
}
