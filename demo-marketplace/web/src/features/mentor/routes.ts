import { page, type Pages } from '../../lib/page.js';

const loadApplicationQueries = async () => (await import('./application-queries.js')).applicationQueries;

export const mentorPages: Pages = {
  '/shenqing': page(
    async () => (await import('./application-page.js')).ApplicationPage,
    ['mentor'],
    loadApplicationQueries,
  ),
  '/teacher': page(
    async () => (await import('./studio-page.js')).StudioPage,
    ['mentor'],
    async () => (await import('./mentor-queries.js')).studioQueries,
  ),
  '/t_notpage': page(async () => (await import('./not-available-page.js')).NotAvailablePage, ['mentor']),
  '/t_notpage1': page(
    async () => (await import('./not-permitted-page.js')).NotPermittedPage,
    ['mentor'],
    loadApplicationQueries,
  ),
  '/t_kecheng': page(
    async () => (await import('./course-list-page.js')).CourseListPage,
    ['mentor', 'desk'],
    async () => (await import('./mentor-queries.js')).courseListQueries,
  ),
  '/t_kecheng_add': page(
    async () => (await import('./course-editor-page.js')).CourseEditorPage,
    ['mentor', 'editor'],
    async () => (await import('./mentor-queries.js')).courseEditorQueries,
  ),
  '/t_mingdan': page(
    async () => (await import('./buyers-page.js')).BuyersPage,
    ['mentor', 'desk'],
    async () => (await import('./mentor-queries.js')).buyersQueries,
  ),
  '/t_zhibo': page(
    async () => (await import('./live/live-list-page.js')).LiveManagePage,
    ['mentor', 'planning'],
    async () => (await import('./live/live-queries.js')).managedLivesQueries,
  ),
  '/t_zhibo_add': page(
    async () => (await import('./live/live-editor-page.js')).LiveEditorPage,
    ['mentor', 'editor', 'planning'],
    async () => (await import('./live/live-queries.js')).liveEditorQueries,
  ),
  '/t_zhiboshi_add': page(
    async () => (await import('./live/room-page.js')).LiveRoomPage,
    ['mentor', 'planning'],
    async () => (await import('./live/live-queries.js')).roomsQueries,
  ),
};
