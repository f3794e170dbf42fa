import { signal } from '@preact/signals';

const SHOWN_MS = 6000;
const toasts = signal<{ id: number; text: string }[]>([]);
let last = 0;

/** Says that something was done. The page shows the same, so nothing is lost with it. */
export function toast(text: string): void {
  const id = ++last;
  toasts.value = [...toasts.value, { id, text }];
  setTimeout(() => (toasts.value = toasts.value.filter((shown) => shown.id !== id)), SHOWN_MS);
}

export function Toasts() {
  return (
    <div class="toasts" role="status">
      {toasts.value.map(({ id, text }) => (
        <p key={id} class="toast">
          {text}
        </p>
      ))}
    </div>
  );
}
