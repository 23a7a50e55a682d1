import type { Session } from '@lectern/marketplace-contract';
import { members } from './members.js';
import { session } from './session.js';

/** Keeps what a log-in answered with. */
export function beginSession({ token, member }: Session): void {
  session.start(token);
  members.accept(member);
}
