import type { MemberSettings } from '@lectern/marketplace-contract';
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { useState, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale, needTexts } from '../../i18n/locale.js';
import { turnToastPage } from '../../ui/toast.js';
import { KeptSettings } from './components/kept-settings.js';
import { TestApp } from '../../testing/test-app.js';
import { answerAll, serveTests } from '../../testing/server.js';

serveTests();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

const onOff = { inapp: true, email: true };
let kept: MemberSettings;
/** Answers one call. */
let answer: (() => void)[];

beforeEach(async () => {
  await Promise.all([activateLocale('en'), needTexts('system')]);
  kept = {
    notify: { system: onOff, order: onOff, ask: onOff, live: onOff, invite: onOff, interact: onOff, follow: onOff },
    digest: true,
    player: { rate: 1, caption: 'off', autoplay: false },
    theme: 'system',
  };
  answer = [];
  answerAll(async ({ body }) => {
    await new Promise<void>((resolve) => answer.push(resolve));
    const { player } = body as Partial<MemberSettings>;
    kept = { ...kept, player: { ...kept.player, ...player } };
    return kept;
  });
});
afterEach(() => {
  cleanup();
  turnToastPage();
  vi.unstubAllGlobals();
});

function Shown(): ReactElement {
  const [settings, setSettings] = useState(kept);
  return <KeptSettings settings={settings} onSaved={setSettings} />;
}

test('a setting that is changed while another one is on its way is kept as well', async () => {
  render(
    <TestApp>
      <Shown />
    </TestApp>,
  );
  const captions = screen.getByLabelText<HTMLSelectElement>(/caption/i);
  const autoplay = screen.getByRole<HTMLInputElement>('checkbox');
  fireEvent.change(captions, { target: { value: 'en' } });
  fireEvent.click(autoplay);
  await vi.waitFor(() => expect(answer).toHaveLength(1), 120_000);
  answer[0]!();
  await vi.waitFor(() => expect(answer).toHaveLength(2), 120_000);
  answer[1]!();
  await vi.waitFor(() => expect([captions.value, autoplay.checked]).toEqual(['en', true]), 120_000);
  expect(kept.player).toEqual({ rate: 1, caption: 'en', autoplay: true });
});
