// A page that was opened before a new version was put up asks for parts that are gone. It may have a form half filled in,
// so it is not loaded again by itself; and it must say so with nothing that could be gone as well.
(() => {
  const TEXTS = {
    zh: { text: '網站已更新。請先儲存輸入的內容，再重新載入頁面。', button: '重新載入' },
    en: { text: 'There is a new version of this site. Save what you typed, then reload the page.', button: 'Reload' },
  };
  let isSaid = false;

  /** Whether the site's page begins with another script than this one did. */
  const isReplaced = async () => {
    const own = document.querySelector('script[type=module][src]')?.getAttribute('src');
    const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' });
    return own != null && answer.ok && !(await answer.text()).includes(own);
  };

  const say = () => {
    const { text, button } = document.documentElement.lang.startsWith('en') ? TEXTS.en : TEXTS.zh;
    const notice = document.createElement('div');
    notice.setAttribute('role', 'alert');
    notice.style.cssText =
      'position:fixed;inset:auto 0 0;z-index:100;display:flex;flex-wrap:wrap;gap:12px;align-items:center;' +
      'justify-content:center;padding:14px 16px;background:#17694f;color:#fff;font:inherit';
    const reload = document.createElement('button');
    reload.type = 'button';
    reload.textContent = button;
    reload.style.cssText =
      'min-height:44px;padding:0 20px;border:0;border-radius:12px;background:#fff;color:#17694f;font:inherit;font-weight:600';
    reload.addEventListener('click', () => location.reload());
    notice.append(text, reload);
    document.body.append(notice);
  };

  addEventListener('vite:preloadError', () => {
    if (isSaid) return;
    isReplaced().then(
      (isNew) => {
        if (!isNew || isSaid) return;
        isSaid = true;
        say();
      },
      // Without a network nobody knows; the page says that by itself.
      () => undefined,
    );
  });
})();
