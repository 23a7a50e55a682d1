// @vitest-environment jsdom
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { PreCallCheck } from '@lectern/rtc/diagnostics';
import { FakePlatform } from '@lectern/rtc/testing';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import zhHant from '../../../i18n/catalogs/classroom.zh-Hant.json';
import { PreCallPanel, type PreCallPanelProps } from './pre-call-panel.js';

afterEach(cleanup);

function show(prepare: PreCallPanelProps['prepare']) {
  const i18n = setupI18n({ locale: 'zh-Hant', messages: { 'zh-Hant': zhHant } });
  return render(
    <I18nProvider i18n={i18n}>
      <PreCallPanel prepare={prepare} />
    </I18nProvider>,
  );
}

/** A check on a platform whose camera is denied and whose network blocks everything. */
function poorCheck() {
  const platform = new FakePlatform();
  platform.http.on('POST', '/org/app/token', 'fail');
  platform.sockets.behaviour = 'refuse';
  platform.devices.failWith('NotAllowedError');
  const check = new PreCallCheck({ appKey: 'org#app', restUrl: 'https://rest.example', platform });
  return { platform, check };
}

const click = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

test('each result is shown with what to do about it', async () => {
  const { platform, check } = poorCheck();
  show(() => Promise.resolve(check));
  await click('開始檢查');
  await act(() => platform.clock.advance(60_000));
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows[0]).toContain('伺服器不通');
  expect(rows[0]).toContain('請檢查網路');
  expect(rows[2]).toContain('請按網址列的鎖頭圖示並選擇允許');
  expect(rows[6]).toContain('影音速率略過');
  expect(screen.getByText('目前無法上課，請照上面的說明處理。')).toBeTruthy();
  expect(screen.getByRole('button', { name: '再檢查一次' })).toBeTruthy();
});

test('a check can be stopped, and one that cannot be made is told', async () => {
  const { platform, check } = poorCheck();
  platform.http.on('POST', '/org/app/token', 'hang');
  const view = show(() => Promise.resolve(check));
  await click('開始檢查');
  await click('停止檢查');
  expect(screen.getByText('已停止檢查。')).toBeTruthy();
  expect(platform.clock.pendingTimers).toBe(0);
  view.unmount();
  show(() => Promise.reject(new Error('no')));
  await click('開始檢查');
  expect(screen.getByRole('alert').textContent).toContain('現在無法檢查');
});
