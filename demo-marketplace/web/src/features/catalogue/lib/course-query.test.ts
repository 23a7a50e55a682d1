// @vitest-environment node
import { expect, test } from 'vitest';
import { courseQueryOf, withFilter } from './course-query.js';

const query = (search: string) => courseQueryOf(new URLSearchParams(search));

test('an address with every filter asks for just that', () => {
  expect(
    query(
      'kind=crowdfund&category=7&price=middle&level=2&taught=en&rating=4.5&length=long&captions=zh&sort=ending&page=3',
    ),
  ).toEqual({
    kind: 'crowdfund',
    category_id: '7',
    price_min: 50_000,
    price_max: 150_000,
    level: 2,
    lang: 'en',
    rating: 4.5,
    length: 'long',
    captions: 'zh',
    sort: 'ending',
    page: 3,
    limit: 12,
  });
});

test.each([
  '',
  '?kind=x&category=0&price=9&level=4&taught=fr&rating=9&length=x&captions=x&sort=x&page=-1',
  '?page=1.5&category=a',
])('what makes no sense in %j is left out', (search) => {
  expect(query(search)).toEqual({ page: 1, limit: 12 });
});

test('a filter begins at the first page and leaves the others, and an empty one goes', () => {
  const before = new URLSearchParams('kind=free&page=4');
  expect(withFilter(before, 'sort', 'new').toString()).toBe('kind=free&sort=new');
  expect(withFilter(before, 'kind', '').toString()).toBe('');
  expect(withFilter(before, 'page', '5').toString()).toBe('kind=free&page=5');
});
