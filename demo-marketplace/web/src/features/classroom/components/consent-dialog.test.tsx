// @vitest-environment jsdom
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { Conference } from '@lectern/rtc';
import {
  LecternProvider,
  type ConferenceClient,
  type ControlRequest,
  type RemoteControl,
  type RemoteControlSnapshot,
} from '@lectern/react';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import en from '../../../i18n/catalogs/classroom.en.json';
import { Store } from '../../../lib/store.js';
import { ControlContext } from '../hooks/use-control.js';
import { FIRST_TOOLS } from '../lib/control-tools.js';
import { ConsentDialog } from './consent-dialog.js';

const toastInfo = vi.hoisted(() => vi.fn());
vi.mock('../../../ui/toast.js', () => ({ toastInfo }));

beforeEach(() => {
  // The page of the tests knows no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  toastInfo.mockClear();
});

afterEach(cleanup);

const member = {
  id: 'ann',
  name: 'org#app_ann',
  user: 'ann',
  nickName: 'Ann',
  displayName: 'Ann',
  role: 3 as const,
  ext: undefined,
  acceptedOps: [],
  isLocal: false,
};

const requestOf = (id: string, command?: ControlRequest['command']) => ({
  ...{ id, streamId: 'S', member, command },
  grant: vi.fn<ControlRequest['grant']>(),
  refuse: vi.fn<ControlRequest['refuse']>(),
});

function show(...requests: readonly ControlRequest[]) {
  const state = new Store({ requests } as unknown as RemoteControlSnapshot);
  const stay = () => () => undefined;
  const snapshot = { streams: [] };
  const conference = { state: { getSnapshot: () => snapshot, subscribe: stay } } as unknown as Conference;
  const client = { current: { getSnapshot: () => conference, subscribe: stay } } as unknown as ConferenceClient;
  const control = state as unknown as RemoteControl;
  render(
    <StrictMode>
      <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en } })}>
        <LecternProvider client={client}>
          <ControlContext value={{ control, tools: new Store(FIRST_TOOLS) }}>
            <ConsentDialog />
          </ControlContext>
        </LecternProvider>
      </I18nProvider>
    </StrictMode>,
  );
  return (...now: readonly ControlRequest[]): Promise<void> =>
    act(async () => state.update((before) => ({ ...before, requests: now })));
}

const button = (name: string) => screen.getByRole('button', { name });

test('a request names who asks for what; the focus is on refusing, and Escape refuses', async () => {
  const request = requestOf('1');
  show(request);
  expect(screen.getByRole('dialog', { name: 'Ann wants to point and draw on your camera picture' })).toBeTruthy();
  expect(document.activeElement).toBe(button('Refuse'));
  const escape = new Event('cancel', { cancelable: true });
  fireEvent(screen.getByRole('dialog'), escape);
  expect(escape.defaultPrevented).toBe(true);
  expect([request.refuse.mock.calls.length, request.grant.mock.calls.length]).toEqual([1, 0]);
});

test('a command is allowed once, or until it is stopped', () => {
  const request = requestOf('1', { kind: 'zoom', factor: 2 });
  show(request);
  fireEvent.click(button('Allow once'));
  fireEvent.click(button('Allow until I stop it'));
  expect(request.grant.mock.calls).toEqual([['once'], ['session']]);
});

test('one is asked about after the other, and one that is gone by itself is told of, once', async () => {
  const [first, second] = [requestOf('1'), requestOf('2', { kind: 'capture', inAnswer: true })];
  const become = show(first, second);
  expect(screen.getByText('1 more request waits')).toBeTruthy();
  await become(second);
  expect(screen.getByRole('dialog', { name: 'Ann wants to take a picture with your camera' })).toBeTruthy();
  expect(toastInfo.mock.calls).toEqual([['Ann’s request has expired or was taken back']]);
  fireEvent.click(button('Refuse'));
  await become();
  expect(second.refuse).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(toastInfo).toHaveBeenCalledOnce();
});
