// @vitest-environment jsdom
import { FakePlatform } from '@lectern/rtc/testing';
import { PreCallCheck } from '@lectern/rtc/diagnostics';
import { act, cleanup, render, screen } from '@testing-library/react';
import { StrictMode, type ReactElement } from 'react';
import { afterEach, expect, it } from 'vitest';
import { usePreCallCheck } from './index.js';

afterEach(cleanup);

const make = (): { platform: FakePlatform; check: PreCallCheck } => {
  const platform = new FakePlatform();
  platform.http.on('POST', '/org/app/token', { body: { error: -508 } });
  platform.devices.gate = new Promise(() => undefined);
  return { platform, check: new PreCallCheck({ appKey: 'org#app', restUrl: 'https://rest.example', platform }) };
};

function Shown({ check }: { readonly check: PreCallCheck | undefined }): ReactElement {
  const snapshot = usePreCallCheck(check);
  return <output>{snapshot && `${snapshot.state} ${snapshot.results.camera.state}`}</output>;
}

it('shows what a check is at, and cancels it with the component', async () => {
  const { platform, check } = make();
  const view = render(<Shown check={check} />, { wrapper: StrictMode });
  expect(screen.getByRole('status').textContent).toBe('idle waiting');
  const done = check.run();
  await act(() => platform.clock.advance(100));
  expect(screen.getByRole('status').textContent).toBe('running running');
  view.unmount();
  expect((await done).state).toBe('cancelled');
  expect(platform.clock.pendingTimers).toBe(0);
});

it('cancels a check that is replaced by another one, or by none', async () => {
  const [first, second] = [make(), make()];
  const view = render(<Shown check={first.check} />);
  const done = first.check.run();
  view.rerender(<Shown check={second.check} />);
  expect((await done).state).toBe('cancelled');
  expect(screen.getByRole('status').textContent).toBe('idle waiting');
  view.rerender(<Shown check={undefined} />);
  expect(screen.getByRole('status').textContent).toBe('');
});
