/** Browser data that helps to reproduce a problem; the member sees it before it is sent. */
export const diagnostics = (page: string): string =>
  [
    navigator.userAgent,
    `${window.innerWidth}×${window.innerHeight} @${window.devicePixelRatio}`,
    document.documentElement.lang,
    document.documentElement.dataset['theme'] ?? '',
    page,
  ]
    .filter(Boolean)
    .join(' · ')
    .slice(0, 500);
