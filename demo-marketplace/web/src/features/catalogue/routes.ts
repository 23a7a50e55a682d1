import { page, type Pages } from '../../lib/page.js';

export const cataloguePages: Pages = {
  '/': page(
    async () => (await import('./home/home-page.js')).HomePage,
    ['catalogue'],
    async () => (await import('./home/home-queries.js')).homeQueries,
  ),
  '/kecheng-online': page(
    async () => (await import('./catalogue-page.js')).CataloguePage,
    ['catalogue'],
    async () => (await import('./catalogue-queries.js')).catalogueQueries,
  ),
  '/search': page(
    async () => (await import('./search/search-page.js')).SearchPage,
    ['catalogue'],
    async () => (await import('./search/search-queries.js')).searchQueries,
  ),
  '/daoshi': page(
    async () => (await import('./mentor-page.js')).MentorPage,
    ['catalogue', 'course', 'share'],
    async () => (await import('./mentor-queries.js')).mentorQueries,
  ),
  '/mykecheng': page(
    async () => (await import('./personal/my-courses-page.js')).MyCoursesPage,
    ['catalogue', 'course'],
    async () => (await import('./personal/personal-queries.js')).myCoursesQueries,
  ),
  '/myyuanwang': page(
    async () => (await import('./personal/wish-list-page.js')).WishListPage,
    ['catalogue', 'course'],
    async () => (await import('./personal/personal-queries.js')).wishListQueries,
  ),
  '/myguanzhu': page(
    async () => (await import('./personal/follows-page.js')).FollowsPage,
    ['catalogue', 'course'],
    async () => (await import('./personal/personal-queries.js')).followsQueries,
  ),
  '/video-info': page(
    async () => (await import('./course/course-page.js')).CoursePage,
    ['catalogue', 'course', 'share'],
    async () => (await import('./course/course-queries.js')).courseQueries,
  ),
};
