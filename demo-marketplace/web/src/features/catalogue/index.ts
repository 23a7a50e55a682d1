/** The categories of courses, for fields that choose one. */
export { categoryTreeQuery } from './api/catalogue.js';
/** Parts of pages of other things that are on sale; the texts are in the section `catalogue`. */
export { Cover } from './components/cover.js';
export { PageHead } from './components/page-head.js';
export { Price } from './components/price.js';
export { ReportLink } from './components/report-link.js';
export { WishButton } from './components/wish-button.js';
export { mentorPath } from './lib/paths.js';
/** The parts of a course page, for the preview of a course that is not published. */
export { CourseHead } from './course/course-head.js';
export { CourseText } from './course/course-text.js';
export { Curriculum } from './course/curriculum.js';
export { MentorBox } from './course/mentor-box.js';
export { Offer } from './course/offer.js';
export type { Outline } from './course/outline.js';
