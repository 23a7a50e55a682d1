import type { Lesson } from '@lectern/marketplace-contract';
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale, needTexts } from '../../i18n/locale.js';
import { session } from '../session/index.js';
import { turnToastPage } from '../../ui/toast.js';
import { LessonPlayer, type LessonProgress } from './lesson-player.js';
import { TestApp } from '../../testing/test-app.js';
import { answerAll, serveTests } from '../../testing/server.js';

serveTests();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

const lesson = (over: Partial<Lesson> = {}): Lesson => ({
  ...{ unit_id: '7', course_id: '3', type: 'video', title_zh: '第一課', title_en: 'Lesson one' },
  sources: [{ type: 'video/mp4', url: '/media/1/video?sig=a', quality: 'original' }],
  captions: [
    { lang: 'en', url: '/media/1/en.vtt' },
    { lang: 'zh', url: '/media/1/zh.vtt' },
  ],
  ...{ body_html: '', file: null, seconds: 20, start_at: 6, is_done: false, keeps_progress: true, heartbeat: 10 },
  expires_at: '2026-11-22T12:00:00.000Z',
  player: { rate: 1.25, caption: 'off', autoplay: true },
  ...over,
});

type Body = Record<string, unknown>;
let calls: { path: string; body: Body; token: string | undefined }[];
let answers: Record<string, () => unknown>;

beforeEach(async () => {
  await activateLocale('en');
  await needTexts('player');
  calls = [];
  answers = {
    play_auth: () => ({ code: 1, msg: '', data: lesson() }),
    note_list: () => ({ code: 1, msg: '', data: [] }),
    save_progress: () => ({ code: 1, msg: '', data: { done: true, course_percent: 100, certificate_no: 'LC-1' } }),
    setting_save: () => ({ code: 0, msg: 'Not now', data: { reason: 'internal' } }),
  };
  answerAll(({ path, body, request }) => {
    calls.push({ path, body, token: request.headers.get('authorization') ?? undefined });
    return Response.json(answers[path.split('/').at(-1) ?? '']?.() ?? { code: 0, msg: 'no', data: {} });
  });
  // jsdom plays nothing.
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    this.dispatchEvent(new Event('play'));
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    this.dispatchEvent(new Event('pause'));
  });
  vi.spyOn(HTMLMediaElement.prototype, 'duration', 'get').mockReturnValue(20);
  vi.spyOn(HTMLMediaElement.prototype, 'played', 'get').mockReturnValue({ length: 1, start: () => 6, end: () => 20 });
  Element.prototype.scrollIntoView = vi.fn<() => void>();
  session.start('TOKEN');
});

afterEach(() => {
  cleanup();
  session.end();
  turnToastPage();
  localStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const onProgress = vi.fn<(progress: LessonProgress) => void>();
const onEnded = vi.fn<() => void>();

function show(more: { startAt?: number; nextTitle?: string } = {}) {
  onProgress.mockClear();
  onEnded.mockClear();
  return render(
    <TestApp>
      <MemoryRouter initialEntries={['/video-info?id=3']}>
        <LessonPlayer courseId="3" unitId="7" {...{ onProgress, onEnded }} {...more} />
      </MemoryRouter>
    </TestApp>,
  );
}

async function video(): Promise<HTMLVideoElement> {
  const frame = await screen.findByRole('region', { name: 'Video: Lesson one' });
  const element = frame.querySelector('video');
  if (element === null) throw new Error('there is no video');
  // The player is bound by an effect, which may run later than the element is found.
  await act(async () => undefined);
  act(() => {
    element.dispatchEvent(new Event('loadedmetadata'));
    element.dispatchEvent(new Event('seeked'));
  });
  return element;
}
const playToEnd = (element: HTMLVideoElement): void => {
  element.dispatchEvent(new Event('play'));
  element.dispatchEvent(new Event('ended'));
};
const saved = () => calls.filter(({ path }) => path.endsWith('save_progress')).map(({ body }) => body);

test('it begins where the member was, at their speed, with the overlay until it plays', async () => {
  show();
  const element = await video();
  expect([element.currentTime, element.playbackRate]).toEqual([6, 1.25]);
  fireEvent.click(screen.getByTestId('play-overlay'));
  expect(screen.queryByTestId('play-overlay')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  expect(screen.getByTestId('play-overlay')).toBeTruthy();
});

test('keys are the player’s once the overlay was clicked, which goes', async () => {
  show();
  const element = await video();
  const overlay = screen.getByTestId('play-overlay');
  overlay.focus();
  fireEvent.click(overlay);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowRight' });
  expect(element.currentTime).toBe(16);
});

test('the second of an address comes before the one that is kept', async () => {
  show({ startAt: 11 });
  expect((await video()).currentTime).toBe(11);
});

test('keys skip ten seconds, wherever the focus is in the frame', async () => {
  show();
  const element = await video();
  fireEvent.keyDown(screen.getByRole('slider', { name: 'Position' }), { key: 'ArrowRight' });
  expect(element.currentTime).toBe(16);
  fireEvent.click(screen.getByRole('button', { name: 'Back 10 seconds' }));
  expect(element.currentTime).toBe(6);
});

test('what was watched is told at the end, and that it is over', async () => {
  show();
  const element = await video();
  act(() => {
    element.dispatchEvent(new Event('play'));
    element.currentTime = 20;
    element.dispatchEvent(new Event('seeked'));
    element.dispatchEvent(new Event('ended'));
  });
  await waitFor(() => expect(onEnded).toHaveBeenCalledOnce());
  expect(saved().at(-1)).toMatchObject({ unit_id: '7', second: 20, watched: [[6, 20]], ended: true });
  expect(onProgress).toHaveBeenLastCalledWith({ unitId: '7', done: true, percent: 100, certificateNo: 'LC-1' });
  expect(screen.getByText('Done')).toBeTruthy();
});

test('the next unit follows five seconds after the end, with its title', async () => {
  show({ nextTitle: 'Lesson two' });
  const element = await video();
  vi.useFakeTimers();
  act(() => playToEnd(element));
  const next = screen.getByRole('region', { name: 'Next unit' });
  expect(next.textContent).toContain('Next unit in 5 s');
  expect(next.textContent).toContain('Lesson two');
  for (let second = 0; second < 4; second += 1) act(() => void vi.advanceTimersByTime(1_000));
  expect(onEnded).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(onEnded).toHaveBeenCalledOnce();
});

test('nothing follows by itself for members who do not want it', async () => {
  answers['play_auth'] = () => ({
    code: 1,
    msg: '',
    data: lesson({ player: { rate: 1, caption: 'off', autoplay: false } }),
  });
  show({ nextTitle: 'Lesson two' });
  const element = await video();
  act(() => playToEnd(element));
  expect(screen.queryByRole('button', { name: 'Stay here' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Play now' }));
  expect(onEnded).toHaveBeenCalledOnce();
});

test('who leaves has their progress told, once more', async () => {
  const { unmount } = show();
  const element = await video();
  act(() => {
    element.currentTime = 9;
    element.dispatchEvent(new Event('seeked'));
  });
  unmount();
  await waitFor(() => expect(saved()).toMatchObject([{ second: 9, watched: [[6, 20]], ended: false, step: 1 }]));
});

test('what one member watched is not told as another’s, who logs in meanwhile', async () => {
  show();
  const element = await video();
  act(() => {
    element.currentTime = 9;
    element.dispatchEvent(new Event('seeked'));
  });
  act(() => session.start('OTHER'));
  await waitFor(() => expect(saved()).toMatchObject([{ second: 9 }]));
  expect(calls.find(({ path }) => path.endsWith('save_progress'))?.token).toBe('TOKEN');
});

test('a visitor’s preview keeps no progress and no notes', async () => {
  session.end();
  answers['play_auth'] = () => ({ code: 1, msg: '', data: lesson({ keeps_progress: false, start_at: 0 }) });
  const { unmount } = show();
  const element = await video();
  act(() => void element.dispatchEvent(new Event('ended')));
  expect(screen.queryByRole('region', { name: 'My notes' })).toBeNull();
  unmount();
  expect(calls.map(({ path }) => path)).toEqual(['/api/Course/play_auth']);
});

test.each([
  ['login-required', 401, 'Log in to open this unit.'],
  ['not-enrolled', 403, 'Get this course to open all of its units.'],
])('a unit that is closed for %s says what is missing', async (reason, code, text) => {
  answers['play_auth'] = () => ({ code, msg: 'no', data: { reason } });
  show();
  expect(await screen.findByText(text)).toBeTruthy();
  const link = screen.queryByRole('link', { name: 'Log in' });
  expect(link?.getAttribute('href') ?? null).toBe(
    reason === 'login-required' ? '/login?redirect=%2Fvideo-info%3Fid%3D3' : null,
  );
});

test('a link that has expired is got anew, and the video goes on where it was', async () => {
  show();
  const element = await video();
  act(() => {
    element.currentTime = 14;
    element.dispatchEvent(new Event('seeked'));
    element.dispatchEvent(new Event('error'));
  });
  const renewed = { expires_at: '2026-11-22T14:00:00.000Z', start_at: 0 };
  const sources = [{ type: 'video/mp4', url: '/media/1/video?sig=b', quality: 'original' }];
  answers['play_auth'] = () => ({ code: 1, msg: '', data: lesson({ ...renewed, sources }) });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(document.querySelector('video')?.getAttribute('src')).toBe('/media/1/video?sig=b'));
  expect((await video()).currentTime).toBe(14);
});

test('what was watched before a failure is told with what follows, and so is where it was', async () => {
  const { unmount } = show();
  const element = await video();
  answers['save_progress'] = () => ({ code: 0, msg: 'Not now', data: { reason: 'internal' } });
  act(() => {
    element.currentTime = 14;
    element.dispatchEvent(new Event('seeked'));
    element.dispatchEvent(new Event('error'));
  });
  const renewed = lesson({ expires_at: '2026-11-22T14:00:00.000Z' });
  answers['play_auth'] = () => ({ code: 1, msg: '', data: renewed });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(document.querySelector('video')).not.toBe(element));
  vi.spyOn(HTMLMediaElement.prototype, 'played', 'get').mockReturnValue({ length: 0, start: () => 0, end: () => 0 });
  unmount();
  await waitFor(() => expect(saved().at(-1)).toMatchObject({ second: 14, watched: [[6, 20]] }));
});

test('a note is kept at the second that is shown', async () => {
  answers['note_save'] = () => {
    const { second, content } = calls.at(-1)?.body ?? {};
    return { code: 1, msg: '', data: { id: '5', second, content, updated_at: '2026-11-22T11:00:00.000Z' } };
  };
  show();
  const element = await video();
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'mind this' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add note at 0:06' }));
  const go = await screen.findByRole('button', { name: 'Go to 0:06' });
  expect(await screen.findByTestId('note-mark')).toBeTruthy();
  element.currentTime = 1;
  fireEvent.click(go);
  expect(element.currentTime).toBe(6);
});

test('an article is done once somebody says so', async () => {
  const article: Partial<Lesson> = { type: 'article', sources: [], captions: [], seconds: 0 };
  answers['play_auth'] = () => ({ code: 1, msg: '', data: lesson({ ...article, body_html: '<p>Read <b>me</b></p>' }) });
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'I have read this' }));
  expect(await screen.findByText('Done')).toBeTruthy();
  expect(saved()).toMatchObject([{ ended: true, watched: [] }]);
  await waitFor(() => expect(onEnded).toHaveBeenCalledOnce());
});
