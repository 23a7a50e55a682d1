import type { Lesson, OpenQuiz, QuizResult } from '@lectern/marketplace-contract';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale, needTexts } from '../../i18n/locale.js';
import { session } from '../session/index.js';
import { LessonPlayer, type LessonPlayerProps } from './lesson-player.js';
import { TestApp } from '../../testing/test-app.js';
import { answerAll, serveTests } from '../../testing/server.js';

serveTests();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

const lesson = (over: Partial<Lesson>): Lesson => ({
  ...{ unit_id: '7', course_id: '3', type: 'quiz', title_zh: '小測驗', title_en: 'Small quiz' },
  ...{ sources: [], captions: [], body_html: '<p>Take your time.</p>', file: null, seconds: 0, start_at: 0 },
  ...{ is_done: false, keeps_progress: true, heartbeat: 10, expires_at: '2999-01-01T00:00:00.000Z' },
  player: { rate: 1, caption: 'off', autoplay: true },
  ...over,
});
const choices = (...ids: string[]) => ids.map((id) => ({ id, text: `Choice ${id}` }));
const QUIZ: OpenQuiz = {
  ...{ unit_id: '7', pass_percent: 60, attempts: 1, best_score: 50, is_passed: false },
  questions: [
    { id: 'one', text: 'Which one?', is_multiple: false, choices: choices('a', 'b') },
    { id: 'all', text: 'Which ones?', is_multiple: true, choices: choices('c', 'd', 'e') },
  ],
};
const FAILED: QuizResult = {
  ...{ score: 50, right: 1, of: 2, pass: false, progress: { done: false, course_percent: 50 } },
  explain: [
    { question: 'one', is_right: true, right: [], reason: 'Because.' },
    { question: 'all', is_right: false, right: [], reason: '' },
  ],
};
const PASSED: QuizResult = {
  ...{ score: 100, right: 2, of: 2, pass: true },
  progress: { done: true, course_percent: 100, certificate_no: 'LC-1' },
  explain: [
    { question: 'one', is_right: true, right: ['a'], reason: 'Because.' },
    { question: 'all', is_right: true, right: ['c', 'e'], reason: '' },
  ],
};

let calls: { readonly action: string; readonly body: Record<string, unknown> }[];
let answers: Record<string, () => unknown>;
const ok = (data: unknown) => () => ({ code: 1, msg: '', data });

beforeEach(async () => {
  await activateLocale('en');
  await needTexts('player');
  calls = [];
  answers = { play_auth: ok(lesson({})), quiz: ok(QUIZ), quiz_submit: ok(FAILED) };
  answerAll(({ path, body }) => {
    const action = path.split('/').at(-1) ?? '';
    calls.push({ action, body });
    return Response.json(answers[action]?.() ?? { code: 0, msg: 'no', data: {} });
  });
  Element.prototype.scrollIntoView = vi.fn<() => void>();
  session.start('TOKEN');
});

afterEach(() => {
  cleanup();
  session.end();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const onProgress = vi.fn<NonNullable<LessonPlayerProps['onProgress']>>();
const onEnded = vi.fn<() => void>();

function show(): void {
  onProgress.mockClear();
  onEnded.mockClear();
  render(
    <TestApp>
      <MemoryRouter initialEntries={['/video-info?id=3&unit=7']}>
        <LessonPlayer courseId="3" unitId="7" nextTitle="The last one" {...{ onProgress, onEnded }} />
      </MemoryRouter>
    </TestApp>,
  );
}
const button = (name: string) => screen.getByRole('button', { name });
const sentTo = (action: string) => calls.filter((call) => call.action === action).map(({ body }) => body);

test('a quiz is handed in once every question is answered', async () => {
  show();
  const first = await screen.findByRole('group', { name: '1. Which one?' });
  expect(screen.getByText(/2 questions\. You pass with 60% right.*Your best result so far: 50%/)).toBeTruthy();
  fireEvent.click(within(first).getByRole('radio', { name: 'Choice a' }));
  fireEvent.click(button('Hand in'));
  expect(screen.getByRole('alert').textContent).toBe('Question 2 is not answered yet.');
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Choice c' }));
  expect(sentTo('quiz_submit')).toEqual([]);

  for (const name of ['Choice c', 'Choice d', 'Choice e']) fireEvent.click(screen.getByRole('checkbox', { name }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Choice d' }));
  fireEvent.click(button('Hand in'));
  expect(await screen.findByText('50% – you need 60% to pass')).toBeTruthy();
  expect(sentTo('quiz_submit')).toEqual([
    {
      unit_id: '7',
      answers: [
        { question: 'one', choices: ['a'] },
        { question: 'all', choices: ['c', 'e'] },
      ],
    },
  ]);
});

test('a quiz that is failed says which answers were wrong, and is tried again', async () => {
  show();
  await answer();
  expect((await screen.findByRole('region', { name: 'Result' })).textContent).toContain('1 of 2 right');
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Result' }));
  expect(within(screen.getByRole('group', { name: '1. Which one?' })).getByText('Right')).toBeTruthy();
  expect(screen.getByText('Because.')).toBeTruthy();
  expect(within(screen.getByRole('group', { name: /Which ones/ })).getByText('Not right')).toBeTruthy();
  const outline = (name: string) => screen.getAllByText(name)[0]!.closest('label')!.className;
  expect(outline('Choice c')).toContain('border-danger');
  expect(outline('Choice a')).toContain('border-accent');
  expect(screen.queryByText('Right answer')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Next unit' })).toBeNull();
  expect(onProgress).toHaveBeenLastCalledWith({ unitId: '7', done: false, percent: 50 });

  fireEvent.click(button('Try again'));
  const radio = await screen.findByRole<HTMLInputElement>('radio', { name: 'Choice a' });
  expect(radio.checked).toBe(false);
  expect(screen.queryByText('Because.')).toBeNull();
});

test('a quiz that is passed shows what is right, the certificate, and the way on', async () => {
  answers['quiz_submit'] = ok(PASSED);
  show();
  await answer();
  expect(await screen.findByText('Passed with 100%')).toBeTruthy();
  expect(screen.getByText(/Your best result so far: 100%/)).toBeTruthy();
  expect(vi.mocked(Element.prototype.scrollIntoView).mock.contexts).toContain(
    screen.getByRole('region', { name: 'Result' }),
  );
  expect(screen.getAllByText('Right answer')).toHaveLength(3);
  expect(screen.getByText('Done')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See certificate' })).toBeTruthy();
  expect(onProgress).toHaveBeenLastCalledWith({ unitId: '7', done: true, percent: 100, certificateNo: 'LC-1' });
  fireEvent.click(button('Next unit'));
  expect(onEnded).toHaveBeenCalledOnce();
});

test('a quiz that was changed meanwhile is asked anew', async () => {
  answers['quiz_submit'] = () => ({ code: 409, msg: 'It was changed', data: { reason: 'state-changed' } });
  show();
  await answer();
  expect((await screen.findByRole('alert')).textContent).toBe('It was changed');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Choice a' }).checked).toBe(false);
  await waitFor(() => expect(sentTo('quiz')).toHaveLength(2));
});

test('a visitor reads a quiz that is open to everybody, and logs in to hand it in', async () => {
  session.end();
  answers['play_auth'] = ok(lesson({ keeps_progress: false }));
  show();
  const login = await screen.findByRole('link', { name: 'Log in' });
  expect(login.getAttribute('href')).toBe('/login?redirect=%2Fvideo-info%3Fid%3D3%26unit%3D7');
  expect(screen.queryByRole('button', { name: 'Hand in' })).toBeNull();
});

test('a file is downloaded by its link, and done then', async () => {
  const file = { name: 'notes.pdf', mime: 'application/pdf', size: 348_160, url: '/media/3/file?sig=a' };
  answers['play_auth'] = ok(lesson({ type: 'file', file }));
  answers['save_progress'] = ok({ done: true, course_percent: 50 });
  show();
  const link = await screen.findByRole('link', { name: 'Download notes.pdf' });
  expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual([file.url, 'notes.pdf']);
  expect(screen.getByText('340 kB')).toBeTruthy();
  // jsdom does not navigate.
  link.addEventListener('click', (event) => event.preventDefault());
  fireEvent.click(link);
  expect(await screen.findByText('Done')).toBeTruthy();
  expect(sentTo('save_progress')[0]).toMatchObject({ unit_id: '7', ended: true });
});

test('a file that is not there is asked for again', async () => {
  answers['play_auth'] = ok(lesson({ type: 'file', file: null }));
  show();
  expect(await screen.findByText('This file is not available right now.')).toBeTruthy();
  fireEvent.click(button('Try again'));
  await waitFor(() => expect(sentTo('play_auth')).toHaveLength(2));
});

/** Answers both questions and submits the quiz. */
async function answer(): Promise<void> {
  fireEvent.click(await screen.findByRole('radio', { name: 'Choice a' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Choice c' }));
  fireEvent.click(button('Hand in'));
}
