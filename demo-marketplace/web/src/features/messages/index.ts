/** The list of notices, which the settings of the system show as well. */
export { NoticeList } from './components/notice-list.js';
export { noticesQueries } from './messages-queries.js';
