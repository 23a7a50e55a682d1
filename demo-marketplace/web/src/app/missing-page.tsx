import type { ReactElement } from 'react';
import { useText } from '../i18n/use-text.js';
import { LinkButton } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { SearchForm } from './navigation/search-form.js';
import { paths } from '../lib/site-map.js';

/** For addresses that nothing answers to. */
export function MissingPage(): ReactElement {
  const t = useText();
  return (
    <Notice title={t('app.missing.title')} text={t('app.missing.text')}>
      <SearchForm className="mb-3 w-full" />
      <LinkButton to={paths.home}>{t('app.home')}</LinkButton>
    </Notice>
  );
}
