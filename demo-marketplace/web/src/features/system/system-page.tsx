import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../i18n/use-text.js';
import { Tabs } from '../../ui/tabs.js';
import { NoticeList } from '../messages/index.js';
import { Settings } from './components/settings.js';
import { SYSTEM_TABS, systemTabOf } from './lib/tabs.js';

/** The notices of a member, and with `?tab=settings` their settings. */
export function SystemPage(): ReactElement {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const tab = systemTabOf(search);
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <h1 className="text-2xl font-semibold sm:text-3xl">{t('route.xitong')}</h1>
      <Tabs
        label={t('route.xitong')}
        tabs={SYSTEM_TABS.map((id) => ({ id, label: t(`system.tab.${id}`) }))}
        value={tab}
        onChange={(id) => setSearch(id === 'notices' ? {} : { tab: id })}
      >
        {tab === 'notices' ? <NoticeList /> : <Settings />}
      </Tabs>
    </div>
  );
}
