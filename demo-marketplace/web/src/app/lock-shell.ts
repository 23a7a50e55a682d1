/** Opens the tools of Chromium, Firefox and Safari, or the page's source. */
function opensTools({ key, ctrlKey, shiftKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (key === 'F12') return true;
  const letter = key.toLowerCase();
  const isChord = (ctrlKey && shiftKey && !altKey) || (metaKey && altKey);
  if (isChord && ['i', 'j', 'c', 'k'].includes(letter)) return true;
  return letter === 'u' && ((ctrlKey && !shiftKey && !altKey) || (metaKey && altKey));
}

/** Returns true if the context menu is useful: on text fields, selected text, links and media. */
function needsMenu(target: EventTarget | null): boolean {
  const selection = document.getSelection();
  if (selection && !selection.isCollapsed) return true;
  return target instanceof Element && target.closest('a, input, textarea, select, video, [contenteditable]') !== null;
}

/**
 * "The shell disables developer-tool shortcuts and the context menu" (specification §9). Everything else still works:
 * the keyboard's context menu key, and the menus of inputs, links and selected text.
 *
 * @returns undoes it
 */
export function lockShell(target: Window = window): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (opensTools(event)) event.preventDefault();
  };
  const onMenu = (event: MouseEvent): void => {
    const isByMouse = event.button === 2;
    if (isByMouse && !needsMenu(event.target)) event.preventDefault();
  };
  target.addEventListener('keydown', onKey, true);
  target.addEventListener('contextmenu', onMenu, true);
  return () => {
    target.removeEventListener('keydown', onKey, true);
    target.removeEventListener('contextmenu', onMenu, true);
  };
}

/** On in production unless `VITE_LOCK_SHELL=off`; elsewhere off unless `VITE_LOCK_SHELL=on`. */
export const isShellLocked = (env: { readonly PROD: boolean; readonly VITE_LOCK_SHELL?: string }): boolean =>
  env.PROD ? env.VITE_LOCK_SHELL !== 'off' : env.VITE_LOCK_SHELL === 'on';
