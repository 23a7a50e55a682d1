import { Role } from '@lectern/rtc';
import { Classroom } from './classroom.jsx';

/** Rendered on the server, where the SDK is imported as well. */
export default function Page() {
  return <Classroom role={Role.Talker} />;
}
