import { choiceOf } from '../../../lib/query.js';
import type { NoticeType } from '../api/notices.js';

/** Types of notices that features send. */
export const NOTICE_TYPES = ['system', 'order', 'interact', 'follow'] as const satisfies readonly NoticeType[];

/** The type of notices that an address asks for, `?type=order`; undefined for all. */
export const noticeTypeOf = (search: URLSearchParams): NoticeType | undefined =>
  choiceOf(NOTICE_TYPES, search.get('type'));
