import { getCaptions, saveCaptions } from '@lectern/marketplace-contract';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { activateLocale, needTexts } from '../../../i18n/locale.js';
import { answer, serveTests } from '../../../testing/server.js';
import { TestApp } from '../../../testing/test-app.js';
import { CaptionsButton } from './captions-button.js';

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });
serveTests();

const VTT = 'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nHello\n';

beforeEach(async () => {
  await Promise.all([activateLocale('en'), needTexts('mentor', 'editor')]);
});
afterEach(cleanup);

async function open(): Promise<HTMLTextAreaElement> {
  answer(getCaptions, {
    video: '/media/1/video',
    expires_at: '2999-01-01T00:00:00.000Z',
    list: [{ lang: 'en', text: VTT }],
  });
  render(
    <TestApp>
      <CaptionsButton media="video/a.mp4" />
    </TestApp>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Captions' }));
  return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text of the captions' });
}

const showAt = (second: number): void => {
  const video = screen.getByLabelText<HTMLVideoElement>('The video with these captions');
  Object.defineProperty(video, 'currentTime', { configurable: true, value: second });
  fireEvent.timeUpdate(video);
};

test('captions are edited in place, seen with the video, and saved for the language that was changed', async () => {
  const saved = answer(saveCaptions, { list: [] });
  const area = await open();
  expect(area.value).toBe(VTT);
  showAt(1);
  expect(screen.getByTestId('caption').textContent).toBe('Hello');
  fireEvent.change(area, { target: { value: VTT.replace('Hello', 'Hello &lt;3') } });
  expect(screen.getByTestId('caption').textContent).toBe('Hello <3');
  showAt(3);
  expect(screen.queryByTestId('caption')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Save captions' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(saved.map(({ body }) => body)).toEqual([
    { media: 'video/a.mp4', lang: 'en', text: VTT.replace('Hello', 'Hello &lt;3') },
  ]);
});

test('an SRT file, in UTF-8 or Big5, is read into the form; a faulty line is named and nothing is sent', async () => {
  const saved = answer(saveCaptions, { list: [] });
  const area = await open();
  fireEvent.click(screen.getByRole('button', { name: 'Chinese texts' }));
  expect(area.value).toBe('');
  // 你好 in Big5.
  const bytes = new Uint8Array([0xa7, 0x41, 0xa6, 0x6e]);
  const head = '1\n00:00:01,000 --> 00:00:03,000\n';
  const input = screen.getByLabelText<HTMLInputElement>('Choose a VTT or SRT file', { selector: 'input' });
  const file = new File([head, bytes], 'a.srt');
  // Files of jsdom cannot be read in this way.
  const content = new Uint8Array([...new TextEncoder().encode(head), ...bytes]).buffer;
  await userEvent.upload(input, Object.assign(file, { arrayBuffer: () => Promise.resolve(content) }));
  await waitFor(() => expect(area.value).toBe(`${head}你好`));
  showAt(2);
  expect(screen.getByTestId('caption').textContent).toBe('你好');

  fireEvent.change(area, { target: { value: `${head}你好\n\nand then` } });
  expect(await screen.findByText(/^Line 5 cannot be read/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'English texts' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save captions' }));
  expect(await screen.findByText(/^Line 5 cannot be read/)).toBeTruthy();
  expect(saved).toEqual([]);
});
