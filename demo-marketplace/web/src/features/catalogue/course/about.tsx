import type { CourseInfo } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { CourseText } from './course-text.js';
import { MentorBox } from './mentor-box.js';

/** The description of a course, and who teaches it. */
export function About({ course }: { readonly course: CourseInfo }): ReactElement {
  return (
    <>
      <CourseText course={course} />
      <MentorBox course={course} />
    </>
  );
}
