import { page, type Pages } from '../../lib/page.js';

export const classroomPages: Pages = {
  '/classroom': page(async () => (await import('./classroom-page.js')).ClassroomPage, ['classroom']),
  '/classroom/:session': page(
    async () => (await import('./session-page.js')).SessionPage,
    ['classroom'],
    async () => (await import('./classroom-queries.js')).sessionQueries,
  ),
};
