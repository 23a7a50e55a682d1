/** The categories of courses, for fields that choose one. */
export { categoryTreeQuery } from './api/catalogue.js';
