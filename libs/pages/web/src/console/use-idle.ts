import { useEffect } from 'preact/hooks';
import { me } from './me';
import { endSession, isSignedOut } from './session';

const MINUTE = 60_000;
const LIMIT = { staff: 30 * MINUTE, others: 120 * MINUTE };

/** Ends the session of a reader who has left. What is done in one tab counts for all of them. */
export function useIdle(): void {
  useEffect(() => {
    const channel = new BroadcastChannel('console.activity');
    let last = Date.now();
    const active = () => {
      if (Date.now() - last > MINUTE / 6) channel.postMessage(null);
      last = Date.now();
    };
    channel.onmessage = () => (last = Date.now());
    const timer = setInterval(() => {
      const limit = me.value?.staff_role ? LIMIT.staff : LIMIT.others;
      if (isSignedOut.value || Date.now() - last < limit) return;
      void endSession().finally(() => (isSignedOut.value = true));
    }, MINUTE);
    addEventListener('keydown', active);
    addEventListener('pointerdown', active);
    return () => {
      channel.close();
      clearInterval(timer);
      removeEventListener('keydown', active);
      removeEventListener('pointerdown', active);
    };
  }, []);
}
