import { leadTo } from './embed';
import { isBusy, problem, refresh, type Result, session } from './session';
import { refusal } from './said';

/** Takes the answer to something the buyer sent: shows why it was refused, or goes where it leads. */
export async function settle({ status, answer }: Result): Promise<void> {
  isBusy.value = false;
  if (!answer.success && (status === 409 || status === 410)) {
    // What the session has become tells more than that it is no longer what it was.
    const { revision } = session.value;
    await refresh();
    if (session.value.revision === revision) problem.value = refusal(answer);
    return;
  }
  if (!answer.success) problem.value = refusal(answer);
  else if (typeof answer.redirect_url === 'string') leadTo(answer.redirect_url);
  await refresh();
}
