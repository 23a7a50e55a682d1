import { REFUND_RULE, type CourseCard, type CourseInfo } from '@lectern/marketplace-contract';
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateLocale } from '../../i18n/locale.js';
import { turnToastPage } from '../../ui/toast.js';
import { session } from '../session/index.js';
import { testConfig } from '../../testing/site-config.js';
import { testMember } from '../../testing/test-member.js';
import { TestApp, testClient } from '../../testing/test-app.js';
import { testRouter } from '../../testing/test-router.js';
import { answerAll, serveTests } from '../../testing/server.js';

serveTests();

// As long as tests wait for anything: a busy machine imports a screen in seconds.
configure({ asyncUtilTimeout: 120_000 });

const card = (over: Partial<CourseCard> = {}): CourseCard => ({
  id: '7',
  title: 'Calculus',
  subtitle: 'From limits to integrals',
  cover: '',
  mentor: { id: '3', name: 'Ann Lee', headimg: '' },
  category_id: '',
  price_cents: 128_000,
  original_price_cents: 160_000,
  rating: 4.5,
  ratings: 2,
  learners: 12,
  units: 2,
  seconds: 3600,
  level: 1,
  lang: 'zh',
  crowdfund: null,
  wished: false,
  owned: false,
  ...over,
});

const info = (over: Partial<CourseInfo> = {}): CourseInfo => ({
  ...card(),
  intro_html: '<p>All about <b>limits</b></p>',
  learn: ['Limits'],
  requirements: [],
  audience: [],
  images: [],
  captions: [],
  clip_url: '',
  status: 'approved',
  paused: false,
  updated_at: '2026-11-01T00:00:00.000Z',
  seats_left: null,
  mine: false,
  backed: false,
  followed: false,
  mentor_intro: 'I teach algebra.',
  mentor_learners: 12,
  mentor_courses: 1,
  questions: 0,
  progress: null,
  ...over,
});

const unit = { type: 'video', seconds: 65, preview: false, locked: true, done: false };
const EMPTY = { list: [], total: 0, page: 1, limit: 5 };

/** The answer to each action, and the requests that were received. */
let answers: Record<string, unknown>;
let asked: { readonly path: string; readonly body: Record<string, unknown> }[];

beforeEach(async () => {
  await activateLocale('en');
  asked = [];
  answers = {
    '/api/Member/member_info': testMember(),
    '/api/Category/tree': [{ id: '2', name: 'Maths', icon: 'math', courses: 1, children: [] }],
    '/api/Course/list': { list: [card()], total: 1, page: 1, limit: 12 },
    '/api/Course/info': info(),
    '/api/Course/outline': [
      {
        id: '1',
        title: 'Begin',
        units: [
          { ...unit, id: '11', title: 'Hello', preview: true, locked: false },
          { ...unit, id: '12', title: 'Later' },
        ],
      },
    ],
    '/api/Course/related': [],
    '/api/Course/review_list': {
      ...EMPTY,
      summary: { rating: 0, ratings: 0, histogram: [0, 0, 0, 0, 0] },
      own: null,
      may_review: false,
      needs_progress: false,
    },
    '/api/Course/qa_list': { ...EMPTY, may_ask: false, may_reply: false },
    '/api/Course/announce_list': EMPTY,
    '/api/Wish/toggle': { wished: true },
    '/api/Course/enroll_free': {},
  };
  vi.stubGlobal('scrollTo', vi.fn<() => void>());
  answerAll(({ path, body }) => {
    asked.push({ path, body });
    return answers[path] ?? Response.json({ code: 404, msg: 'Nothing here.', data: { reason: 'not-found' } });
  });
});

afterEach(() => {
  cleanup();
  session.end();
  turnToastPage();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function open(path: string, isMember = false) {
  if (isMember) session.start('TOKEN');
  const client = testClient();
  const router = testRouter(client, path);
  render(
    <TestApp client={client}>
      <RouterProvider router={router} />
    </TestApp>,
  );
  const { location } = router.state;
  const address = () => router.state.location.pathname + router.state.location.search;
  return { address, location, go: (to: string) => act(() => router.navigate(to)) };
}

const bodiesOf = (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body);

test('filters are kept in the address, and the list asked for by it', async () => {
  const { address } = open('/kecheng-online?page=3');
  await screen.findByText('1 course');
  fireEvent.change(screen.getByRole('combobox', { name: 'Price' }), { target: { value: 'high' } });
  await waitFor(() => expect(address()).toBe('/kecheng-online?price=high'));
  fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'new' } });
  await waitFor(() => expect(address()).toBe('/kecheng-online?price=high&sort=new'));
  await waitFor(() =>
    expect(bodiesOf('/api/Course/list').at(-1)).toEqual({ price_min: 150_000, sort: 'new', page: 1, limit: 12 }),
  );
});

test('a list without courses says how to widen it; one that failed is asked for again', async () => {
  answers['/api/Course/list'] = { list: [], total: 0, page: 1, limit: 12 };
  open('/kecheng-online?kind=free');
  await screen.findByRole('heading', { name: 'No course fits all of this' });
  cleanup();
  delete answers['/api/Course/list'];
  open('/kecheng-online');
  const again = await screen.findByRole('button', { name: 'Try again' });
  answers['/api/Course/list'] = { list: [card()], total: 1, page: 1, limit: 12 };
  fireEvent.click(again);
  expect((await screen.findByRole('link', { name: 'Calculus' })).getAttribute('href')).toBe('/video-info?id=7');
});

test('a visitor who wishes for something is led to the login and back; nothing is sent', async () => {
  const { address } = open('/kecheng-online?kind=free');
  fireEvent.click(await screen.findByRole('button', { name: 'Wish for Calculus' }));
  await waitFor(() => expect(address()).toBe('/login?redirect=%2Fkecheng-online%3Fkind%3Dfree'));
  expect(bodiesOf('/api/Wish/toggle')).toEqual([]);
});

test('a member’s wish is sent and shown', async () => {
  open('/kecheng-online', true);
  const heart = await screen.findByRole('button', { name: 'Wish for Calculus' });
  fireEvent.click(heart);
  await waitFor(() => expect(bodiesOf('/api/Wish/toggle')).toEqual([{ type: 'course', id: '7', on: true }]));
  expect(heart.getAttribute('aria-pressed')).toBe('true');
});

test('a course says what it costs and leads to the checkout, and to the lesson that is free', async () => {
  open('/video-info?id=7');
  await screen.findByRole('heading', { level: 1, name: 'Calculus' });
  const offer = within(screen.getByRole('complementary', { name: 'Price and purchase', hidden: true }));
  expect(offer.getByText('NT$1,280')).toBeTruthy();
  expect(offer.getByText('20% off')).toBeTruthy();
  const buy = offer.getByRole('link', { name: 'Buy now', hidden: true });
  expect(buy.getAttribute('href')).toBe('/video-pay?course=7');
  expect(offer.getByText(REFUND_RULE.en)).toBeTruthy();
  const preview = await offer.findByRole('link', { name: 'Watch a free lesson', hidden: true });
  expect(preview.getAttribute('href')).toBe('/video-info?id=7&unit=11');
  expect((await screen.findByText('limits')).tagName).toBe('B');
  expect(screen.queryByRole('link', { name: /Later/ })).toBeNull();
  // The keyboard reaches the button before the lessons, the reviews and the questions.
  const [curriculum] = screen.getAllByRole('region', { name: 'Curriculum' });
  expect(screen.getAllByRole('link', { name: 'Buy now' })).toHaveLength(1);
  const order = screen.getByRole('link', { name: 'Buy now' }).compareDocumentPosition(curriculum!);
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});

test('the offer of a course says in both languages how it is paid, refunded and invoiced', async () => {
  answers['/api/Index/config'] = testConfig();
  open('/video-info?id=7');
  expect(await screen.findByText('Pay by credit card or wallet, over an encrypted connection')).toBeTruthy();
  expect(screen.getByText('You get an e-invoice after paying')).toBeTruthy();
  cleanup();
  await activateLocale('zh-Hant');
  open('/video-info?id=7');
  await screen.findByRole('heading', { level: 1, name: 'Calculus' });
  const buy = screen.getByRole('link', { name: '立即購買', hidden: true });
  expect(within(buy.closest('aside')!).getByText(REFUND_RULE['zh-Hant'])).toBeTruthy();
  expect(await screen.findByText('可用信用卡或錢包餘額付款，全程加密連線')).toBeTruthy();
});

test('a review asks for progress first, and has no stars until some are chosen', async () => {
  const reviews = answers['/api/Course/review_list'] as object;
  answers['/api/Course/review_list'] = { ...reviews, needs_progress: true };
  open('/video-info?id=7', true);
  expect(await screen.findByText(/learned 20% of it or 2 lessons/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Write a review' })).toBeNull();
  cleanup();
  answers['/api/Course/review_list'] = { ...reviews, may_review: true };
  open('/video-info?id=7', true);
  fireEvent.click(await screen.findByRole('button', { name: 'Write a review' }));
  const stars = await screen.findAllByRole<HTMLInputElement>('radio', { name: /star/ });
  expect(stars.map(({ checked }) => checked)).toEqual([false, false, false, false, false]);
  fireEvent.change(screen.getByRole('textbox', { name: 'What was it like?' }), { target: { value: 'Good' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send review' }));
  expect(await screen.findByText('Choose how many stars you give')).toBeTruthy();
  expect(bodiesOf('/api/Course/review_add')).toEqual([]);
});

test('a campaign that missed its goal sells nothing, and promises nothing any more', async () => {
  const crowdfund = {
    ...({ state: 'failed', target_type: 'people' } as const),
    ...{ target: 50, reached: 20, backers: 20, percent: 40, days_left: 110678 },
    ...{ starts_at: '2026-10-01T00:00:00.000Z', deadline: '2026-10-31T00:00:00.000Z' },
    ...{ produce_by: '2026-12-30T00:00:00.000Z', early_price_cents: 90_000, later_price_cents: 128_000 },
  } as const;
  answers['/api/Course/info'] = info({ crowdfund });
  open('/video-info?id=7');
  await screen.findByText('Campaign over');
  expect(screen.queryByText('Crowdfunding')).toBeNull();
  expect(screen.queryByText(/Ready by|goes back to where you paid|Coupons and points|NT\$1,280/)).toBeNull();
});

test('a campaign whose lessons are being made says when they are promised, and what if they are late', async () => {
  const crowdfund = {
    ...({ state: 'producing', target_type: 'people' } as const),
    ...{ target: 50, reached: 60, backers: 60, percent: 120, days_left: 110678 },
    ...{ starts_at: '2026-10-01T00:00:00.000Z', deadline: '2026-10-31T00:00:00.000Z' },
    ...{ produce_by: '2026-12-30T00:00:00.000Z', early_price_cents: 90_000, later_price_cents: 128_000 },
  } as const;
  answers['/api/Course/info'] = info({ crowdfund });
  open('/video-info?id=7');
  expect((await screen.findAllByText('Ready by')).length).toBeGreaterThan(0);
  expect(screen.getAllByText(/30 days later everybody is refunded/).length).toBeGreaterThan(0);
  expect(screen.queryByText(/misses its goal/)).toBeNull();
});

test('who has a course goes on where they stopped', async () => {
  const progress = { percent: 40, completed: false, unit_id: '12', second: 65 };
  answers['/api/Course/info'] = info({ owned: true, progress });
  open('/video-info?id=7', true);
  const [on] = await screen.findAllByRole('link', { name: 'Continue at 1:05', hidden: true });
  expect(on?.getAttribute('href')).toBe('/video-info?id=7&unit=12&t=65');
});

test('a course of one’s own has no wish and no trial marks', async () => {
  answers['/api/Course/info'] = info({
    owned: true,
    progress: { percent: 0, completed: false, unit_id: '', second: 0 },
  });
  open('/video-info?id=7', true);
  await screen.findByRole('heading', { level: 1, name: 'Calculus' });
  await screen.findByRole('link', { name: /Hello/ });
  expect(screen.queryByRole('button', { name: /wish/i })).toBeNull();
  expect(screen.queryByText('Free preview')).toBeNull();
});

const article = {
  ...{ unit_id: '12', course_id: '7', type: 'article', title_zh: '之後', title_en: 'Later' },
  ...{ sources: [], captions: [], body_html: '<p>Read me</p>', file: null, seconds: 0, start_at: 0 },
  ...{ is_done: false, keeps_progress: true, heartbeat: 10, expires_at: '2999-01-01T00:00:00.000Z' },
  player: { rate: 1, caption: 'off', autoplay: true },
};

test('the learning view opens where the learner goes on, without anything to buy', async () => {
  const progress = { percent: 40, completed: false, unit_id: '12', second: 0 };
  answers['/api/Course/info'] = info({ owned: true, progress });
  answers['/api/Course/play_auth'] = article;
  open('/video-info?id=7&learn=1', true);
  expect(await screen.findByText('Read me')).toBeTruthy();
  expect(screen.getByRole('complementary', { name: 'Curriculum' })).toBeTruthy();
  expect(await screen.findByRole('tab', { name: 'Questions' })).toBeTruthy();
  // The lesson does not wait for the outline, nor for the code of the questions.
  const previous = await screen.findByRole('link', { name: 'Previous unit' });
  expect(previous.getAttribute('href')).toBe('/video-info?id=7&unit=11');
  expect(screen.queryByRole('complementary', { name: 'Price and purchase' })).toBeNull();
  // The part with the questions is loaded first.
  await waitFor(() => expect(bodiesOf('/api/Course/qa_list')).toMatchObject([{ course_id: '7', unit_id: '12' }]));
  expect(bodiesOf('/api/Course/review_list')).toEqual([]);
});

test('a course that is not there, and an address without one, say so', async () => {
  delete answers['/api/Course/info'];
  open('/video-info?id=8');
  const missing = { level: 1, name: 'We can’t find this course' } as const;
  expect(await screen.findByRole('heading', missing)).toBeTruthy();
  cleanup();
  open('/video-info');
  expect(await screen.findByRole('heading', missing)).toBeTruthy();
});

test('what should not be there can be reported, whatever it is', async () => {
  const member = { id: '9', name: 'Bo', headimg: '' };
  const at = '2026-11-20T00:00:00.000Z';
  const said = { member, at, likes: 0, liked: false, mine: false, hidden: false };
  answers['/api/Course/review_list'] = {
    ...(answers['/api/Course/review_list'] as object),
    list: [{ ...said, id: '41', star: 1, content: 'Bad', images: [] }],
    total: 1,
  };
  const reply = { id: '61', member, by_mentor: false, content: 'No', at, mine: false, hidden: false };
  answers['/api/Course/qa_list'] = {
    ...EMPTY,
    list: [{ ...said, id: '51', unit_id: '', unit_title: '', second: null, content: 'Why?', replies: [reply] }],
    total: 1,
    may_ask: false,
    may_reply: false,
  };
  open('/video-info?id=7');
  const link = (name: string) => screen.findByRole('link', { name: `Report: ${name}` });
  expect((await link('Calculus')).getAttribute('href')).toBe('/fankui?target=course%3A7');
  expect((await link('the review by Bo')).getAttribute('href')).toBe('/fankui?target=review%3A41');
  expect((await link('the question by Bo')).getAttribute('href')).toBe('/fankui?target=question%3A51');
  expect((await link('the reply by Bo')).getAttribute('href')).toBe('/fankui?target=reply%3A61');
});

test('courses that were found are narrowed as those of the catalogue, and what would find nothing cannot be chosen', async () => {
  const counts = { course: 1, mentor: 0 };
  answers['/api/Index/search'] = { courses: [card()], mentors: [], counts, page: 1, limit: 12 };
  answers['/api/Course/facets'] = {
    ...{ category: { 2: 1 }, price: { middle: 1 }, level: { 1: 1 }, taught: { zh: 1 } },
    ...{ rating: { 4: 1 }, length: { short: 1 }, captions: {} },
  };
  const { address } = open('/search?query=calc&type=course');
  const level = await screen.findByRole('combobox', { name: 'Level', hidden: true });
  const optionOf = (name: string) => within(level).getByRole<HTMLOptionElement>('option', { name, hidden: true });
  await waitFor(() => expect(optionOf('Advanced').disabled).toBe(true));
  expect(optionOf('Beginner').disabled).toBe(false);
  expect(asked.find(({ path }) => path === '/api/Course/facets')?.body).toMatchObject({ keyword: 'calc' });
  fireEvent.change(level, { target: { value: '1' } });
  await waitFor(() =>
    expect(asked.findLast(({ path }) => path === '/api/Course/list')?.body).toMatchObject({
      keyword: 'calc',
      level: 1,
    }),
  );
  expect(address()).toBe('/search?query=calc&type=course&level=1');
  const maths = screen.getByRole('button', { name: 'Maths 1', hidden: true });
  fireEvent.click(maths);
  await waitFor(() => expect(address()).toBe('/search?query=calc&type=course&level=1&category=2'));
});

test('a course says on which day it was changed, and what opens its lessons', async () => {
  const { go } = open('/video-info?id=7');
  expect(await screen.findByText('Updated Nov 1, 2026')).toBeTruthy();
  expect(await screen.findAllByText('(with the course)')).not.toEqual([]);
  answers['/api/Course/info'] = info({ id: '8', price_cents: 0 });
  await go('/video-info?id=8');
  expect(await screen.findAllByText('(once you join)')).not.toEqual([]);
});

test('the mentor of a course and those whom one follows are chatted with from there', async () => {
  answers['/api/Member/public_info'] = {
    ...{ id: '3', hx_uid: 'u3', name: 'Ann Lee', headimg: '', sign: '2', intro: '', usertype: 2 },
  };
  const person = { id: '3', name: 'Ann Lee', headimg: '', hx_uid: 'u3', intro: '', usertype: 2, courses: 1 };
  const learner = { ...person, id: '4', name: 'Bo', hx_uid: '', usertype: 1, courses: 0 };
  const rest = { since: '2026-11-01T00:00:00.000Z', latest: null, followed: true };
  answers['/api/Follow/list'] = { ...EMPTY, list: [person, learner].map((one) => ({ ...one, ...rest })), total: 2 };
  const { go } = open('/video-info?id=7', true);
  fireEvent.click(await screen.findByRole('button', { name: 'Chat with Ann Lee' }));
  const dialog = await screen.findByRole('dialog', { name: 'Chat with Ann Lee' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await go('/myguanzhu');
  await screen.findByText('Bo');
  // The server names the chat accounts of those learners alone whom the caller teaches.
  expect(screen.queryByRole('button', { name: 'Chat with Bo' })).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Chat with Ann Lee' }));
  expect(await screen.findByRole('dialog', { name: 'Chat with Ann Lee' })).toBeTruthy();
});
