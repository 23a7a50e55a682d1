import type { Conference } from '@lectern/rtc';
import type { RemoteController } from '@lectern/rtc/remote-control';
import { useConference } from '@lectern/react';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { toastDone, toastError } from '../../../ui/toast.js';
import { controlProblemOf } from '../lib/control-words.js';
import { nameOf } from '../lib/names.js';
import { useControl } from './use-control.js';

/** The remote-control requests for another member's video. */
export interface MemberControl {
  /** Names of the pending requests. */
  readonly waiting: readonly string[];
  /** Sends a request under a name, and shows its outcome as a toast. Resolves with undefined if it failed. */
  run<T>(name: string, ask: (remote: RemoteController) => Promise<T>): Promise<{ readonly value: T } | undefined>;
}

const ownerOf = (conference: Conference | undefined, streamId: string): string => {
  const { streams = [], members = [] } = conference?.state.getSnapshot() ?? {};
  const stream = streams.find(({ id }) => id === streamId);
  const member = members.find(({ id }) => id === stream?.memberId);
  return member?.displayName ?? nameOf({ nickName: '', name: stream?.memberName ?? '' });
};

/** Requests control of a member's video and sends commands to its camera. */
export function useMemberControl(streamId: string): MemberControl {
  const t = useText();
  const conference = useConference();
  const control = useControl();
  const [waiting, setWaiting] = useState<readonly string[]>([]);

  const run: MemberControl['run'] = async (name, ask) => {
    if (!control) return undefined;
    const owner = ownerOf(conference, streamId);
    setWaiting((list) => [...list, name]);
    try {
      return { value: await ask(control.remote) };
    } catch (error) {
      const problem = controlProblemOf(error);
      const detail = error instanceof Error ? error.message : String(error);
      if (problem) toastError(t(`room.control.problem.${problem}`, { name: owner, detail }));
      return undefined;
    } finally {
      setWaiting((list) => list.filter((each) => each !== name));
    }
  };
  return { waiting, run };
}

/** Requests control of a video, and confirms with a toast that it was granted. */
export function useAskForControl(streamId: string): { readonly isWaiting: boolean; ask(): void } {
  const t = useText();
  const conference = useConference();
  const { waiting, run } = useMemberControl(streamId);
  return {
    isWaiting: waiting.length > 0,
    ask: () =>
      void run('pointer', (remote) => remote.control(streamId)).then(
        (given) => given && toastDone(t('room.control.granted', { name: ownerOf(conference, streamId) })),
      ),
  };
}
