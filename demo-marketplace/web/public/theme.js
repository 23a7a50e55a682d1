// Runs before the first paint, so that nobody sees the wrong colours flash by.
(() => {
  let stored;
  try {
    stored = localStorage.getItem('lectern.theme');
  } catch {
    stored = null;
  }
  const dark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
