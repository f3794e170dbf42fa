/** Shows an element in a modal dialog. Esc closes it, and the focus returns to the element before. */
export function dialogWith(content: HTMLElement, title: string, closeLabel: string, onClose: () => void) {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', title);
  // Styles are set by script, which a policy without inline styles allows.
  Object.assign(dialog.style, {
    position: 'fixed',
    inset: '0',
    width: '100vw',
    height: '100vh',
    maxWidth: 'none',
    maxHeight: 'none',
    margin: '0',
    padding: '0',
    border: '0',
    background: 'rgba(10, 12, 16, .6)',
    overflow: 'auto',
  });
  const sheet = document.createElement('div');
  Object.assign(sheet.style, {
    position: 'relative',
    width: 'min(60rem, 100%)',
    height: 'min(54rem, 100%)',
    margin: '0 auto',
    top: 'max(0px, calc(50vh - 27rem))',
    overflow: 'hidden',
    background: 'Canvas',
  });
  Object.assign(content.style, { height: '100%' });
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('aria-label', closeLabel);
  button.textContent = '×';
  Object.assign(button.style, {
    position: 'absolute',
    top: '.5rem',
    right: '.5rem',
    width: '2.75rem',
    height: '2.75rem',
    border: '0',
    borderRadius: '50%',
    background: 'rgba(10, 12, 16, .75)',
    color: '#fff',
    font: '1.5rem/1 system-ui, sans-serif',
    cursor: 'pointer',
  });
  button.addEventListener('click', () => onClose());
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    onClose();
  });
  sheet.append(content, button);
  dialog.append(sheet);
  document.body.append(dialog);
  const { overflow } = document.documentElement.style;
  document.documentElement.style.overflow = 'hidden';
  dialog.showModal();
  return {
    remove() {
      document.documentElement.style.overflow = overflow;
      dialog.close();
      dialog.remove();
    },
  };
}
